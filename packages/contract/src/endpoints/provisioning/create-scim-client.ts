import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { proofErrors, proofParameters } from '../sign-in/proof-parameters.ts'

export const createScimClient = endpoint({
  id: 'create-scim-client',
  method: 'POST',
  path: '/tagma/scim_clients',
  session: true,
  role: 'owner',
  scope: 'none',
  bots: false,
  summary: 'Make a SCIM client.',
  doc: 'Makes a client that provisions accounts and groups by [SCIM](provisioning). It takes the permission to create accounts, which the first owner has and `tagma grant` gives to others; the client may change email addresses if you may. An endpoint of Tagma; Zulip has none for this.',
  params: {
    name: text(z.string(), 'Name of the client, for people, with at most 60 characters.'),
    ...proofParameters,
    may_touch_owners: json(
      z.boolean().optional(),
      'Whether the client may make owners, and change or deactivate those that the organization has. Omitted, it may not.',
    ),
  },
  returns: {
    id: field(z.int(), 'Id of the client.'),
    secret: field(z.string(), 'The secret that the client sends. It is shown here and never again.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The name is not allowed, you may not create accounts, or the organization has 20 clients.',
    },
    ...proofErrors,
  ],
  example: {
    request: { name: 'Okta', password: 'warm colors for the poster' },
    response: { id: 3, secret: 'tgs_Zk3vQ8sLxY0bN5dRwT1hGcB0e7fZ' },
  },
})
