import * as z from 'zod'
import { field } from '../define.ts'

export const reactionTypes = [
  'unicode_emoji',
  'realm_emoji',
  'service_extra_emoji',
  'zulip_extra_emoji',
] as const

/** A reaction to a message. */
export const reaction = z.strictObject({
  emoji_name: field(z.string(), 'Name of the emoji.'),
  emoji_code: field(z.string(), 'Identifies the emoji in the namespace of `reaction_type`.'),
  reaction_type: field(z.enum(reactionTypes), 'The namespace of `emoji_code`.'),
  user_id: field(z.int(), 'Id of the user who reacted.'),
})
export type Reaction = z.output<typeof reaction>

/** A participant of a direct message. */
export const recipient = z.strictObject({
  id: field(z.int(), 'Id of the user.'),
  email: field(z.string(), 'API email address of the user.'),
  full_name: field(z.string(), 'Name of the user.'),
  is_mirror_dummy: field(z.boolean(), 'Always false.'),
})

/** A link that a linkifier made out of a topic. */
export const topicLink = z.strictObject({
  text: field(z.string(), 'The text that was recognized.'),
  url: field(z.string(), 'The address of the link.'),
})

/** A part of a widget, such as a vote in a poll or a task of a to-do list. */
export const submessage = z.strictObject({
  msg_type: field(z.string(), 'Always `widget`.'),
  content: field(z.string(), 'JSON. Its form depends on the widget.'),
  message_id: field(z.int(), 'Id of the message it belongs to.'),
  sender_id: field(z.int(), 'Id of the user who sent it.'),
  id: field(z.int(), 'Id of the submessage.'),
})

/** One change of a message; `edit_history` lists the newest first. */
export const editHistoryEntry = z.strictObject({
  prev_content: field(z.string().optional(), 'The Markdown before the change, if it changed.'),
  prev_rendered_content: field(z.string().optional(), 'The HTML before the change, if it changed.'),
  prev_stream: field(z.int().optional(), 'Id of the channel that the message was moved out of.'),
  prev_topic: field(z.string().optional(), 'The topic before the change, if it changed.'),
  stream: field(z.int().optional(), 'Id of the channel that the message was moved to.'),
  topic: field(z.string().optional(), 'The topic after the change, if it changed.'),
  timestamp: field(z.int(), 'The time of the change in UNIX seconds.'),
  user_id: field(z.int().nullable(), 'Id of the user who made the change; null if unknown.'),
})

/** The messages of a topic that a change applies to, beside the one named. */
export const propagateModes = ['change_one', 'change_later', 'change_all'] as const
export type PropagateMode = (typeof propagateModes)[number]

export const messageFlags = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
  'wildcard_mentioned',
] as const
export type MessageFlag = (typeof messageFlags)[number]

export const messageFields = {
  id: field(z.int(), 'Id of the message; later messages have larger ids.'),
  type: field(z.enum(['stream', 'private']), '`stream` for channel messages, `private` for direct ones.'),
  sender_id: field(z.int(), 'Id of the sender.'),
  sender_email: field(z.string(), 'API email address of the sender.'),
  sender_full_name: field(z.string(), 'Name of the sender.'),
  sender_realm_str: field(z.string(), 'Subdomain of the sender’s organization.'),
  avatar_url: field(
    z.string().nullable(),
    'The address of the sender’s picture; null if the client has to compute it.',
  ),
  client: field(z.string(), 'Name of the client that sent it.'),
  content: field(z.string(), 'HTML with `apply_markdown`, otherwise Markdown.'),
  content_type: field(z.string(), '`text/html` or `text/x-markdown`.'),
  display_recipient: field(
    z.union([z.string(), z.array(recipient)]),
    'The name of the channel, or the participants.',
  ),
  stream_id: field(z.int().optional(), 'Id of the channel. Only for channel messages.'),
  subject: field(z.string(), 'The topic. Empty for direct messages.'),
  topic_links: field(z.array(topicLink), 'Links that linkifiers make out of the topic.'),
  recipient_id: field(
    z.int(),
    'A number that all messages of one channel, or of one group of people, share.',
  ),
  is_me_message: field(z.boolean(), 'True when the content starts with `/me `.'),
  reactions: field(z.array(reaction), 'Reactions, oldest first.'),
  submessages: field(z.array(submessage), 'The parts of a widget.'),
  timestamp: field(z.int(), 'The time of sending in UNIX seconds.'),
  last_edit_timestamp: field(
    z.int().optional(),
    'The time of the last change of the content, in UNIX seconds.',
  ),
  last_moved_timestamp: field(
    z.int().optional(),
    'The time of the last move to another topic or channel, in UNIX seconds. Resolving a topic does not count as a move.',
    { since: 365 },
  ),
  edit_history: field(
    z.array(editHistoryEntry).optional(),
    'Earlier versions, newest first. Missing if there are no such versions or the organization hides them.',
  ),
}

/** A message as events carry it. Its `flags` are a field of the event. */
export const eventMessage = z.strictObject(messageFields)
export type EventMessage = z.output<typeof eventMessage>

/** A message as GET /messages answers it. */
export const message = z.strictObject({
  ...messageFields,
  flags: field(z.array(z.enum(messageFlags)), 'The caller’s flags on the message.'),
  match_content: field(
    z.string().optional(),
    'The content as HTML with the search words marked. Only for a search.',
  ),
  match_subject: field(
    z.string().optional(),
    'The topic as HTML with the search words marked. Only for a search.',
  ),
})
export type Message = z.output<typeof message>
