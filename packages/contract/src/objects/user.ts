import * as z from 'zod'
import { field } from '../define.ts'

export { roles } from '../roles.ts'
export const role = z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)])
export type Role = z.output<typeof role>

/** One value of a custom profile field. */
export const profileFieldValue = z.object({
  value: field(z.string(), 'The value as the user typed it.'),
  rendered_value: field(z.string().optional(), 'HTML, for fields that support Markdown.'),
})

/** A user as everybody sees one. */
export const user = z.strictObject({
  user_id: field(z.int(), 'Id of the user.'),
  delivery_email: field(
    z.string().nullable(),
    'Real email address; null when the caller may not see it. Always set for bots.',
  ),
  email: field(z.string(), 'API email address. A made-up one if the caller may not see the real one.'),
  full_name: field(z.string(), 'Name to show.'),
  date_joined: field(z.string(), 'The time when the user joined, ISO 8601.', {
    changes: [
      {
        level: 475,
        text: 'Updated at the first login for imported users and users created through the API.',
      },
    ],
  }),
  is_active: field(z.boolean(), 'False for deactivated users.'),
  is_owner: field(z.boolean(), 'True for owners of the organization. `is_admin` is true for them too.'),
  is_admin: field(z.boolean(), 'True for administrators and owners.'),
  is_guest: field(z.boolean(), 'True for guests.'),
  is_bot: field(z.boolean(), 'True for bots.'),
  bot_type: field(
    z.int().nullable(),
    'Null for people; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.',
  ),
  bot_owner_id: field(
    z.int().nullable().optional(),
    'Id of the bot’s owner; null for people and for bots without one.',
  ),
  role: field(role, '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  timezone: field(z.string(), 'IANA time zone of the profile; empty when not set.'),
  avatar_url: field(
    z.string().nullable().optional(),
    'Address of the picture. Null if the client has to compute it from the email address.',
  ),
  avatar_version: field(z.int(), 'A number that changes with the picture.'),
  is_imported_stub: field(
    z.boolean(),
    'True for accounts that were imported from another chat system and are still unused.',
    { since: 433 },
  ),
  is_deleted: field(z.literal(true).optional(), 'Present if the user’s data was removed.', { since: 490 }),
  profile_data: field(
    z.record(z.string(), profileFieldValue).optional(),
    'Custom profile fields, keyed by field id. Missing for bots.',
  ),
})
export type User = z.output<typeof user>

/** A built-in bot that speaks for the system or belongs to no single organization. */
export const crossRealmBot = z.strictObject({
  ...user.shape,
  is_system_bot: field(z.literal(true), 'Always true.'),
})
export type CrossRealmBot = z.output<typeof crossRealmBot>
