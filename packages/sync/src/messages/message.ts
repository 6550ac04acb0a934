import type { Message as ApiMessage, EventMessage, MessageFlag } from '@tagma/contract/objects/message.ts'

/** Fields of the API that are kept as they are. */
type Kept =
  | 'id'
  | 'type'
  | 'sender_id'
  | 'content'
  | 'stream_id'
  | 'subject'
  | 'topic_links'
  | 'is_me_message'
  | 'reactions'
  | 'submessages'
  | 'timestamp'
  | 'last_edit_timestamp'
  | 'last_moved_timestamp'

/**
 * A message as clients keep it: the API's fields without what others tell better. Names and pictures of senders come from
 * the users, names of channels from the channels, earlier versions from GET /messages/{message_id}/history.
 */
export type Message = Readonly<Pick<ApiMessage, Kept>> & {
  readonly flags: readonly MessageFlag[]
  /** Ids of everybody in a direct conversation, oneself included, ascending. Empty for channel messages. */
  readonly participants: readonly number[]
  /** The `local_id` of an echo: a message that the server has not confirmed. Its id is negative. */
  readonly local_id?: string
  /** The id that the server gave to an echo, while the event of the message has not come. */
  readonly sent_id?: number
}

/** Returns a message of GET /messages, or one of a `message` event with the flags of the event, as clients keep it. */
export function messageOf(message: EventMessage | ApiMessage, flags: readonly MessageFlag[]): Message {
  const { display_recipient: recipients, last_edit_timestamp, last_moved_timestamp } = message
  return {
    id: message.id,
    type: message.type,
    sender_id: message.sender_id,
    content: message.content,
    ...(message.stream_id === undefined ? {} : { stream_id: message.stream_id }),
    subject: message.subject,
    topic_links: message.topic_links,
    is_me_message: message.is_me_message,
    reactions: message.reactions,
    submessages: message.submessages,
    timestamp: message.timestamp,
    ...(last_edit_timestamp === undefined ? {} : { last_edit_timestamp }),
    ...(last_moved_timestamp === undefined ? {} : { last_moved_timestamp }),
    flags: keptFlags(flags),
    participants: Array.isArray(recipients) ? recipients.map(({ id }) => id).toSorted((a, b) => a - b) : [],
  }
}

/** Leaves out a deprecated flag that only some answers and events carry; two others say the same. */
export const keptFlags = (flags: readonly MessageFlag[]): readonly MessageFlag[] =>
  flags.includes('wildcard_mentioned') ? flags.filter((flag) => flag !== 'wildcard_mentioned') : flags

/** Returns the ids that a direct conversation is known by: everybody but oneself. Empty for notes to oneself. */
export const othersOf = ({ participants }: Pick<Message, 'participants'>, userId: number): number[] =>
  participants.filter((id) => id !== userId)

/** Returns the message that is known already if another one says the same, so that nothing is drawn again. */
export const sameOr = (known: Message | undefined, message: Message): Message =>
  known && JSON.stringify(known) === JSON.stringify(message) ? known : message
