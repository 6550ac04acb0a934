import * as z from 'zod'
import { field } from '../define.ts'
import { presences } from '../objects/presence.ts'

/** The presence part of the registration response. */
export const presenceRegistration = {
  presences: field(
    presences.optional(),
    'Keyed by user id with `slim_presence`, otherwise by API email address in the legacy format.',
  ),
  presence_last_update_id: field(
    z.int().optional(),
    'The value to pass as `last_update_id` to POST /users/me/presence.',
    { since: 263 },
  ),
  server_timestamp: field(z.number().optional(), 'The time when `presences` was read, in UNIX seconds.'),
}
