import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getSecondFactor = endpoint({
  id: 'get-second-factor',
  method: 'GET',
  path: '/tagma/second_factor',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Fetch the state of your second factor.',
  doc: 'With a [second factor](second-factors), whoever signs in with your password needs a code of your authenticator app too. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    is_on: field(z.boolean(), 'Whether you have an authenticator app.'),
    added_at: field(z.int().nullable(), 'Time at which it was set up, in UNIX seconds; `null` without one.'),
    recovery_codes_left: field(z.int(), 'Recovery codes that were not used.'),
    ways: field(
      z.array(z.enum(['password', 'code', 'recovery', 'passkey', 'sign_in'])),
      'Ways in which you can [prove that it is you](step-up), the first one recommended. `sign_in`: sign out and in again.',
    ),
    required_from: field(
      z.int().nullable(),
      'Time from which nobody gets in to your account without a second factor, in UNIX seconds: your organization [asks for one](second-factors#ask-everybody-for-one). `null` if it does not.',
    ),
    is_session_enough: field(
      z.boolean(),
      'Whether the session, key or token of this call has shown a second factor, and goes on at that time.',
    ),
  },
  example: {
    request: {},
    response: {
      is_on: true,
      added_at: 1767603600,
      recovery_codes_left: 9,
      ways: ['code', 'recovery'],
      required_from: null,
      is_session_enough: true,
    },
  },
})
