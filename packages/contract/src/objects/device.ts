import * as z from 'zod'
import { field } from '../define.ts'

/** A client device of the user and how far it has got with mobile notifications. Feature level 468. */
export const device = z.strictObject({
  push_key_id: field(
    z.int().nullable(),
    'The client’s id for the key that notifications are encrypted with.',
  ),
  push_token_id: field(
    z.string().nullable(),
    'Id of the push token that the push service knows: base64 of the first 8 bytes of its SHA-256.',
  ),
  pending_push_token_id: field(
    z.string().nullable(),
    'Id of the push token that is being registered with the push service.',
  ),
  push_token_last_updated_timestamp: field(
    z.int().nullable(),
    'UNIX seconds at which `pending_push_token_id` was last set to a new token.',
  ),
  push_registration_error_code: field(
    z.string().nullable(),
    'Why the last registration failed: `INVALID_BOUNCER_PUBLIC_KEY` (the app has to be updated), `INVALID_ENCRYPTED_PUSH_REGISTRATION`, or `REQUEST_EXPIRED` (try again with fresh data).',
  ),
})
export type Device = z.output<typeof device>
