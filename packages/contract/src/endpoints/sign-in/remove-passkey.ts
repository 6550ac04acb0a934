import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const removePasskey = endpoint({
  id: 'remove-passkey',
  method: 'DELETE',
  path: '/tagma/passkeys/{passkey_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Remove a passkey.',
  doc: 'It signs nobody in any more. With your last second step, the recovery codes end too. You are told by mail. An endpoint of Tagma; Zulip has none for this.',
  params: {
    passkey_id: inPath(id('passkey'), 'The passkey.'),
    ...proofParameters,
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', status: 404, when: 'You have no such passkey.' }, ...proofErrors],
  example: { request: { passkey_id: 3 }, response: {} },
})
