import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const deactivateRealm = endpoint({
  id: 'deactivate-realm',
  method: 'POST',
  path: '/realm/deactivate',
  role: 'owner',
  summary: 'Deactivate the organization.',
  doc: 'All its users are logged out at once and cannot log in. The data stays until its day comes; until then the server’s administrators can reactivate the organization.',
  params: {
    deletion_delay_days: json(
      z.int().nonnegative().nullable().optional(),
      'Days until all data is deleted: 0 at once and for good, null never. `server_min_deactivated_realm_deletion_days` and `server_max_deactivated_realm_deletion_days` of the registration response are the limits; null needs a maximum of null, 0 a minimum of null. Demo organizations have to say it, and cannot go beyond the day on which they are deleted anyway.',
      { since: 332 },
    ),
  },
  returns: {},
  errors: [
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The caller is not an owner.' },
    {
      code: 'BAD_REQUEST',
      when: 'The delay is outside of the limits, or not one that a demo organization can have.',
    },
  ],
  example: { request: { deletion_delay_days: 30 }, response: {} },
})
