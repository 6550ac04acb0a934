import * as z from 'zod'
import { event, field } from '../define.ts'

/** The users that a user has muted, each with the time in UNIX seconds. */
export const mutedUsers = z.array(
  z.strictObject({
    id: field(z.int(), 'Id of the muted user.'),
    timestamp: field(z.int(), 'The time of muting in UNIX seconds.'),
  }),
)

export const mutedUsersEvent = event({
  type: 'muted_users',
  since: 48,
  doc: 'The user muted or unmuted somebody.',
  fields: { muted_users: field(mutedUsers, 'All users who are now muted.') },
  example: { type: 'muted_users', muted_users: [{ id: 12, timestamp: 1767603600 }], id: 65545 },
})
