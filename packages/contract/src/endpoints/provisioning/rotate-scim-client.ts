import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'
import { proofErrors, proofParameters } from '../sign-in/proof-parameters.ts'

export const rotateScimClient = endpoint({
  id: 'rotate-scim-client',
  method: 'POST',
  path: '/tagma/scim_clients/{scim_client_id}/secret',
  session: true,
  role: 'owner',
  scope: 'none',
  bots: false,
  summary: 'Give a SCIM client another secret.',
  doc: 'The secret that it has so far stays good for seven days, so that provisioning goes on while you change the settings of your directory of people. An endpoint of Tagma; Zulip has none for this.',
  params: {
    scim_client_id: inPath(id('SCIM client'), 'The client.'),
    ...proofParameters,
    ends_former: json(
      z.boolean().optional(),
      'Whether the secret that it has so far ends at once, because somebody else may know it.',
    ),
  },
  returns: {
    secret: field(z.string(), 'The new secret. It is shown here and never again.'),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The client does not exist.' }, ...proofErrors],
  example: {
    request: { scim_client_id: 3, password: 'warm colors for the poster' },
    response: { secret: 'tgs_Zk3vQ8sLxY0bN5dRwT1hGcB0e7fZ' },
  },
})
