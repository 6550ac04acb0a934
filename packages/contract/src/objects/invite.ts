import * as z from 'zod'
import { field } from '../define.ts'
import { role } from './user.ts'

/** An invitation that can still be accepted: by email, or a link for many people. */
export const invite = z.strictObject({
  id: field(z.int(), 'Id of the invitation.'),
  is_multiuse: field(z.boolean(), 'True for a reusable link, false for one sent to an email address.'),
  email: field(z.string().optional(), 'The address that it was sent to. Missing for reusable links.'),
  link_url: field(z.string().optional(), 'The reusable link. Missing for invitations by email.'),
  invited: field(z.int(), 'The time when it was created or last sent, in UNIX seconds.'),
  expiry_date: field(z.int().nullable(), 'The time when it expires, in UNIX seconds; null for never.'),
  invited_as: field(role, 'The role of new users.'),
  invited_by_user_id: field(z.int(), 'Id of the user who invites.', { since: 22 }),
  notify_referrer_on_join: field(z.boolean(), 'Whether this user is told when somebody joins.', {
    since: 267,
  }),
  stream_ids: field(
    z.array(z.int()).optional(),
    'The channels that new users are subscribed to. Only in `GET /invites/{invite_id}`, an addition of this server.',
  ),
})
export type Invite = z.output<typeof invite>
