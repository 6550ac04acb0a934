import { limits } from '@tagma/contract/limits.ts'
import { can } from './can.ts'
import type { Person, RuledChannel, RuledOrganization } from './organization.ts'
import { isModerator } from './roles.ts'

// Permissions to change messages.

/** In seconds: added to every time limit, for people who began in time. */
const grace = 20

const isWithin = (limit: number | null, sentAt: number, now: number) =>
  limit === null || now - sentAt <= limit + grace

/** Facts of a message that decisions need. */
export interface Sent {
  readonly sender_id: number
  readonly sent_at: number
}

/** Returns why a user may not edit the content of a message that they may read, or undefined. */
export function editProblem(
  directory: RuledOrganization,
  user: Person,
  message: Sent,
  now: number,
): string | undefined {
  const { settings } = directory.organization
  if (message.sender_id !== user.id) return "You don't have permission to edit this message"
  if (!settings.allow_message_editing) return 'Your organization has turned off message editing'
  if (!isWithin(settings.message_content_edit_limit_seconds, message.sent_at, now))
    return 'The time limit for editing this message has passed'
  return undefined
}

/**
 * Tells whether a user may write a message that mentions everybody in a channel, or everybody who takes part in a topic.
 * `people` is the number of people that are mentioned.
 */
export const mayMentionEverybody = (directory: RuledOrganization, user: Person, people: number) =>
  people <= limits.wildcardMentionThreshold || can(directory, user, 'can_mention_many_users_group')

/** Tells whether a user may move messages between the topics of a channel. */
export const mayMoveWithin = (directory: RuledOrganization, user: Person, channel: RuledChannel) =>
  can(directory, user, 'can_move_messages_between_topics_group') ||
  directory.isIn(user, channel.settings.can_move_messages_within_channel_group)

export const mayResolve = (directory: RuledOrganization, user: Person, channel: RuledChannel) =>
  can(directory, user, 'can_resolve_topics_group') ||
  directory.isIn(user, channel.settings.can_resolve_topics_group)

/** Tells whether a user may move messages out of a channel. */
export const mayMoveOut = (directory: RuledOrganization, user: Person, channel: RuledChannel) =>
  can(directory, user, 'can_move_messages_between_channels_group') ||
  directory.isIn(user, channel.settings.can_move_messages_out_of_channel_group)

/** Returns the UNIX time in seconds before which messages cannot be moved any more; undefined without a limit. */
export function earliestMovable(
  directory: RuledOrganization,
  user: Person,
  isToOtherChannel: boolean,
  now: number,
): number | undefined {
  const { settings } = directory.organization
  const limit = isToOtherChannel
    ? settings.move_messages_between_streams_limit_seconds
    : settings.move_messages_within_stream_limit_seconds
  return limit === null || isModerator(user) ? undefined : now - limit - grace
}

/** Returns why a user may not delete a message that they may read, or undefined. Omit `channel` for direct messages. */
export function deletionProblem(
  directory: RuledOrganization,
  user: Person,
  sender: { readonly botOwnerId: number | null } | undefined,
  message: Sent,
  channel: RuledChannel | undefined,
  now: number,
): string | undefined {
  const { settings } = directory.organization
  if (can(directory, user, 'can_delete_any_message_group')) return undefined
  if (channel && directory.isIn(user, channel.settings.can_delete_any_message_group)) return undefined
  const isOwn = message.sender_id === user.id || sender?.botOwnerId === user.id
  const mayDeleteOwn =
    can(directory, user, 'can_delete_own_message_group') ||
    (channel !== undefined && directory.isIn(user, channel.settings.can_delete_own_message_group))
  if (!isOwn || !mayDeleteOwn) return "You don't have permission to delete this message"
  return isWithin(settings.message_content_delete_limit_seconds, message.sent_at, now)
    ? undefined
    : 'The time limit for deleting this message has passed'
}
