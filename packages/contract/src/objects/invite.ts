import * as z from 'zod'
import { field } from '../define.ts'
import { role } from './user.ts'

/** An invitation that can still be accepted: one sent to an email address, or a link for many. */
export const invite = z.strictObject({
  id: field(z.int(), 'Id of the invitation.'),
  is_multiuse: field(z.boolean(), 'True for a reusable link, false for one sent to an email address.'),
  email: field(z.string().optional(), 'Whom it was sent to; missing for reusable links.'),
  link_url: field(z.string().optional(), 'The reusable link; missing for invitations by email.'),
  invited: field(z.int(), 'When it was made or last sent, UNIX seconds.'),
  expiry_date: field(z.int().nullable(), 'When it runs out, UNIX seconds; null for never.'),
  invited_as: field(role, 'The role that new users get.'),
  invited_by_user_id: field(z.int(), 'Who made it.', { since: 22 }),
  notify_referrer_on_join: field(z.boolean(), 'Whether that user hears of it when somebody joins.', {
    since: 267,
  }),
  stream_ids: field(
    z.array(z.int()).optional(),
    'The channels that new users are subscribed to; given with the details of one invitation.',
    { since: 301 },
  ),
})
export type Invite = z.output<typeof invite>
