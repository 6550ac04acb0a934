import { endpoint } from '../../define.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const removeSecondFactor = endpoint({
  id: 'remove-second-factor',
  method: 'DELETE',
  path: '/tagma/second_factor',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Remove your authenticator app.',
  doc: 'Without passkeys, your password is enough again, and the recovery codes end. You are told by mail. An endpoint of Tagma; Zulip has none for this.',
  params: proofParameters,
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'You have no authenticator app.' }, ...proofErrors],
  example: { request: { code: '287082' }, response: {} },
})
