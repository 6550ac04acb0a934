import * as z from 'zod'
import { field } from '../define.ts'
import { mutedUsers } from '../events/muted-users.ts'
import { crossRealmBot, user } from '../objects/user.ts'

/** The users' part of the registration response. */
export const usersRegistration = {
  realm_users: field(z.array(user).optional(), 'All active users.'),
  realm_non_active_users: field(z.array(user).optional(), 'Deactivated users.'),
  cross_realm_bots: field(z.array(crossRealmBot).optional(), 'The system’s own bots.'),
  user_id: field(z.int().optional(), 'Id of the caller.'),
  email: field(z.string().optional(), 'API email address of the caller.'),
  delivery_email: field(z.string().optional(), 'Real email address of the caller.'),
  full_name: field(z.string().optional(), 'Name of the caller.'),
  is_admin: field(z.boolean().optional(), 'Whether the caller is an administrator.'),
  is_owner: field(z.boolean().optional(), 'Whether the caller is an owner.'),
  is_moderator: field(z.boolean().optional(), 'Whether the caller is a moderator, administrator or owner.', {
    changes: [{ level: 380, text: 'True for administrators too.' }],
  }),
  is_guest: field(z.boolean().optional(), 'Whether the caller is a guest.'),
  can_invite_others_to_realm: field(
    z.boolean().optional(),
    'Whether the caller may invite people by email.',
    {
      since: 51,
    },
  ),
  avatar_url: field(z.string().nullable().optional(), 'Address of the caller’s picture.'),
  avatar_url_medium: field(z.string().nullable().optional(), 'The address of a larger version.'),
  max_avatar_file_size_mib: field(z.int().optional(), 'Limit of uploaded pictures in MiB.'),
  muted_users: field(mutedUsers.optional(), 'The users that the caller has muted.', { since: 48 }),
  avatar_source: field(
    z.string().optional(),
    '`G` for Gravatar, `J` for a picture drawn by the server, `U` for an uploaded picture.',
  ),
}
