import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const resetSecondFactor = endpoint({
  id: 'reset-second-factor',
  method: 'DELETE',
  path: '/tagma/users/{user_id}/second_factor',
  session: true,
  role: 'administrator',
  scope: 'none',
  bots: false,
  summary: 'Reset the second factor of somebody else.',
  doc: 'For people who have lost their phone and their recovery codes: removes their authenticator app, passkeys and recovery codes. Their sessions, access tokens and event queues end, and their API key is replaced. They are told by mail, and sign in with their password or provider alone. Only owners reset the factor of an owner; the command `tagma sign-in reset-factor` does so for an only owner. An endpoint of Tagma; Zulip has none for this.',
  params: {
    user_id: inPath(id('user'), 'The person.'),
    ...proofParameters,
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The person has no second factor, does not exist, or is you.' },
    ...proofErrors,
  ],
  example: { request: { user_id: 12, code: '287082' }, response: {} },
})
