import * as z from 'zod'
import { either, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { role, roles } from '../../objects/user.ts'
import { id, textUpTo } from '../../primitives.ts'

const minutesInHundredYears = 100 * 366 * 24 * 60

/** The properties of all invitations. */
export const invitationParameters = {
  invite_expires_in_minutes: json(
    z.int().positive().max(minutesInHundredYears).nullable().optional(),
    'Minutes until the invitation expires; null for never. By default the server setting `INVITATION_LINK_VALIDITY_MINUTES`, usually ten days.',
    { since: 126 },
  ),
  invite_as: json(
    role.default(roles.member),
    'The role of new users: 100, 200, 300, 400 or 600. It must not be above the caller’s own.',
    { refusesNull: true },
  ),
  stream_ids: json(
    z.array(id('channel')).default([]),
    'The channels that new users are subscribed to, beside the default channels if these are requested. The caller may name default channels, and channels that they may add subscribers to.',
  ),
  group_ids: json(
    z.array(id('user group')).default([]),
    'The user groups that new users join. The caller must be allowed to add members to them.',
    { since: 322 },
  ),
  include_realm_default_subscriptions: json(
    z.boolean().default(false),
    'Whether new users are subscribed to the organization’s default channels.',
    { since: 261 },
  ),
  welcome_message_custom_text: either(
    textUpTo(limits.maxWelcomeMessageLength).nullable().default(null),
    `The message of the welcome bot to new users in Markdown, at most ${limits.maxWelcomeMessageLength} characters. Empty: no message. Null: the message set by the organization. Only administrators may set it; for other callers it is null.`,
    { since: 416 },
  ),
}

export const invitationErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The caller may not invite people, or not with this role, these channels or these groups. Or a channel or group does not exist or is not accessible.',
  },
] as const
