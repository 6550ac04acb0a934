import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const confirmSecondFactor = endpoint({
  id: 'confirm-second-factor',
  method: 'POST',
  path: '/tagma/second_factor/confirm',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Confirm a second factor.',
  doc: 'From then on, signing in with your password needs a code too. Sessions, keys and access tokens that exist go on. You are told by mail. An endpoint of Tagma; Zulip has none for this.',
  params: {
    code: text(z.string(), 'The code that the authenticator app shows.', { secret: true }),
  },
  returns: {
    recovery_codes: field(
      z.array(z.string()),
      'Ten codes for the day on which the phone is gone. Each works once. They are shown here and never again.',
    ),
  },
  errors: [
    { code: 'AUTHENTICATION_FAILED', when: 'The code is wrong.' },
    { code: 'BAD_REQUEST', when: 'You have begun nothing, or more than 15 minutes ago.' },
  ],
  example: {
    request: { code: '287082' },
    response: { recovery_codes: ['k4mz-q2ns-7hbt-ax3e', 'p6vd-yl5c-2wqj-ro4f'] },
  },
})
