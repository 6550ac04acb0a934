import * as z from 'zod'
import { event, field } from '../define.ts'

/** Users that somebody muted, with the UNIX seconds at which they did. */
export const mutedUsers = z.array(
  z.strictObject({
    id: field(z.int(), 'Id of the muted user.'),
    timestamp: field(z.int(), 'When they were muted, UNIX seconds.'),
  }),
)

export const mutedUsersEvent = event({
  type: 'muted_users',
  since: 48,
  doc: 'The user muted or unmuted somebody.',
  fields: { muted_users: field(mutedUsers, 'All users who are muted now.') },
  example: { type: 'muted_users', muted_users: [{ id: 12, timestamp: 1767603600 }], id: 65545 },
})
