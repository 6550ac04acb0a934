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
    is_on: field(z.boolean(), 'Whether you have one.'),
    added_at: field(z.int().nullable(), 'Time at which it was set up, in UNIX seconds; `null` without one.'),
    recovery_codes_left: field(z.int(), 'Recovery codes that were not used.'),
  },
  example: { request: {}, response: { is_on: true, added_at: 1767603600, recovery_codes_left: 9 } },
})
