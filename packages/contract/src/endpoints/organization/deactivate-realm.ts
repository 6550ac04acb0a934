import * as z from 'zod'
import { endpoint, json } from '../../define.ts'
import { stepUpError } from '../sign-in/proof-parameters.ts'

export const deactivateRealm = endpoint({
  id: 'deactivate-realm',
  method: 'POST',
  path: '/realm/deactivate',
  role: 'owner',
  scope: 'full',
  summary: 'Deactivate the organization.',
  doc: 'All users are logged out at once and cannot log in again. The data is kept for the number of days given. Until then, the server’s administrators can reactivate the organization.',
  params: {
    deletion_delay_days: json(
      z.int().nonnegative().nullable().optional(),
      'Days until all data is deleted. 0 deletes it at once, null never. The limits are `server_min_deactivated_realm_deletion_days` and `server_max_deactivated_realm_deletion_days` of the registration response. Null needs a maximum of null; 0 needs a minimum of null. Demo organizations must pass it, and cannot go beyond the day of their own deletion.',
      { since: 332 },
    ),
  },
  returns: {},
  errors: [
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The caller is not an owner.' },
    {
      code: 'BAD_REQUEST',
      when: 'The number of days is outside of the limits, or not possible for a demo organization.',
    },
    stepUpError('The organization is closed'),
  ],
  example: { request: { deletion_delay_days: 30 }, response: {} },
})
