import * as z from 'zod'
import { either, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { role, roles } from '../../objects/user.ts'
import { id, textUpTo } from '../../primitives.ts'

const minutesInHundredYears = 100 * 366 * 24 * 60

/** What can be said of any invitation. */
export const invitationParameters = {
  invite_expires_in_minutes: json(
    z.int().positive().max(minutesInHundredYears).nullable().optional(),
    'Minutes until it runs out; null for never. By default what the server setting `INVITATION_LINK_VALIDITY_MINUTES` says, usually ten days.',
    { since: 126 },
  ),
  invite_as: json(
    role.default(roles.member),
    'The role that new users get: 100, 200, 300, 400 or 600, none above the caller’s own.',
  ),
  stream_ids: json(
    z.array(id('channel')).default([]),
    'Channels that new users are subscribed to, besides the default channels where these are asked for. Each is a default channel, or one that the caller may add subscribers to.',
  ),
  group_ids: json(
    z.array(id('user group')).default([]),
    'User groups that new users join; the caller has to have permission to add members to them.',
    { since: 322 },
  ),
  include_realm_default_subscriptions: json(
    z.boolean().default(false),
    'Whether new users are subscribed to the organization’s default channels.',
    { since: 261 },
  ),
  welcome_message_custom_text: either(
    textUpTo(limits.maxWelcomeMessageLength).nullable().default(null),
    `Markdown that the welcome bot sends to new users, at most ${limits.maxWelcomeMessageLength} characters; empty for no message, null for what the organization has set. Only administrators can set it; for others it is null.`,
    { since: 416 },
  ),
}

export const invitationErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The caller may not invite, or not with this role, these channels or these groups; a channel or group does not exist or is not accessible.',
  },
] as const
