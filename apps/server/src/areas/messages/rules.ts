import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import { can } from '#directory/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isModerator } from '#model/roles.ts'

// Rules for messages: their content and topics, and permissions to change them. Pure.

/**
 * Returns a message's content without surrounding white space. Refuses content that cannot be sent. Content is never
 * cut.
 */
export function requireContent(content: string): string {
  const value = content.trimEnd().replace(/^\n+/, '')
  if (value.trim() === '') throw badRequest('Message must not be empty')
  if (value.includes('\0')) throw badRequest('Message must not contain null bytes')
  const length = codePointLength(value)
  if (length > limits.maxMessageLength)
    throw badRequest(
      `Message is too long: ${length} characters (limit: ${limits.maxMessageLength} characters)`,
    )
  return value
}

// Control characters, unassigned line separators and the like do not belong in one line of text.
const notInTopics = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]/u

/**
 * Returns a topic to write to without surrounding white space. Longer topics are cut: bots that make topics from titles
 * expect that. Refuses characters that do not belong in a topic.
 */
export function requireTopic(topic: string): string {
  const value = topic.trim()
  if (notInTopics.test(value)) throw badRequest('Invalid character in topic')
  if (codePointLength(value) <= limits.maxTopicLength) return value
  return `${[...value].slice(0, limits.maxTopicLength - 3).join('')}...`
}

/** Prefix of a resolved topic's name. */
export const resolvedPrefix = '✔ '

/** Removes the mark of a resolved topic, however often it is there. */
export const withoutResolved = (topic: string) => topic.replace(/^(✔\s*)+/u, '')

export const isResolved = (topic: string) => topic.startsWith(resolvedPrefix)

/** Tells whether two topics differ only in being resolved. */
export const onlyResolves = (from: string, to: string) =>
  isResolved(from) !== isResolved(to) && withoutResolved(from) === withoutResolved(to)

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
  directory: OrganizationDirectory,
  user: UserRecord,
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

/** Tells whether a user may move messages between the topics of a channel. */
export const mayMoveWithin = (directory: OrganizationDirectory, user: UserRecord, channel: ChannelRecord) =>
  can(directory, user, 'can_move_messages_between_topics_group') ||
  directory.isIn(user, channel.settings.can_move_messages_within_channel_group)

export const mayResolve = (directory: OrganizationDirectory, user: UserRecord, channel: ChannelRecord) =>
  can(directory, user, 'can_resolve_topics_group') ||
  directory.isIn(user, channel.settings.can_resolve_topics_group)

/** Tells whether a user may move messages out of a channel. */
export const mayMoveOut = (directory: OrganizationDirectory, user: UserRecord, channel: ChannelRecord) =>
  can(directory, user, 'can_move_messages_between_channels_group') ||
  directory.isIn(user, channel.settings.can_move_messages_out_of_channel_group)

/** Returns the UNIX time in seconds before which messages cannot be moved any more; undefined without a limit. */
export function earliestMovable(
  directory: OrganizationDirectory,
  user: UserRecord,
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
  directory: OrganizationDirectory,
  user: UserRecord,
  sender: UserRecord | undefined,
  message: Sent,
  channel: ChannelRecord | undefined,
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

/** Returns why a topic cannot be used in a channel, or undefined. */
export function topicProblem(
  directory: OrganizationDirectory,
  channel: ChannelRecord,
  topic: string,
): string | undefined {
  const policy =
    channel.topicsPolicy === 'inherit' ? directory.organization.settings.topics_policy : channel.topicsPolicy
  if (topic === '' && policy === 'disable_empty_topic') return 'Topics are required in this organization.'
  if (topic !== '' && policy === 'empty_topic_only') return 'Only the empty topic is allowed in this channel.'
  return undefined
}
