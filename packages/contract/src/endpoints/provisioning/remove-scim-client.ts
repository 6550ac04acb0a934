import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeScimClient = endpoint({
  id: 'remove-scim-client',
  method: 'DELETE',
  path: '/tagma/scim_clients/{scim_client_id}',
  session: true,
  role: 'owner',
  scope: 'none',
  bots: false,
  summary: 'Remove a SCIM client.',
  doc: 'Ends its secrets. The accounts that it made stay as they are; its groups keep their members, and administrators manage them from now on. An endpoint of Tagma; Zulip has none for this.',
  params: { scim_client_id: inPath(id('SCIM client'), 'The client.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The client does not exist.' }],
  example: { request: { scim_client_id: 3 }, response: {} },
})
