import * as z from 'zod'
import { endpoint, text } from '../../define.ts'

export const removeSecondFactor = endpoint({
  id: 'remove-second-factor',
  method: 'DELETE',
  path: '/tagma/second_factor',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Remove your second factor.',
  doc: 'Your password is enough again. The recovery codes end. You are told by mail. An endpoint of Tagma; Zulip has none for this.',
  params: {
    code: text(z.string(), 'The code of your authenticator app, or a recovery code.', { secret: true }),
  },
  returns: {},
  errors: [
    { code: 'AUTHENTICATION_FAILED', when: 'The code is wrong, or was used before.' },
    { code: 'BAD_REQUEST', when: 'You have no second factor.' },
  ],
  example: { request: { code: '287082' }, response: {} },
})
