import * as z from 'zod'
import { field } from '../define.ts'
import { userStatus } from '../objects/user-status.ts'

/** The status part of the registration response. */
export const statusRegistration = {
  user_status: field(
    z.record(z.string(), userStatus).optional(),
    'The status of each user who has one, keyed by user id.',
  ),
}
