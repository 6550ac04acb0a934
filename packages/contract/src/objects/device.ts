import * as z from 'zod'
import { field } from '../define.ts'

/** A client device of the user, with the state of its registration for mobile notifications. Feature level 468. */
export const device = z.strictObject({
  push_key_id: field(z.int().nullable(), 'The client’s id for the key that encrypts notifications.'),
  push_token_id: field(
    z.string().nullable(),
    'The id of the push token that the push service knows: base64 of the first 8 bytes of the token’s SHA-256.',
  ),
  pending_push_token_id: field(
    z.string().nullable(),
    'The id of the push token that is being registered with the push service.',
  ),
  push_token_last_updated_timestamp: field(
    z.int().nullable(),
    'UNIX seconds at which `pending_push_token_id` was last set to a new token.',
  ),
  push_registration_error_code: field(
    z.string().nullable(),
    'The reason why the last registration failed: `INVALID_BOUNCER_PUBLIC_KEY` (update the app), `INVALID_ENCRYPTED_PUSH_REGISTRATION`, or `REQUEST_EXPIRED` (try again with fresh data).',
  ),
})
export type Device = z.output<typeof device>
