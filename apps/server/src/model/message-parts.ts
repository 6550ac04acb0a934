/** A row of `messages` with the topic and the moves of its conversation. */
export interface MessageRow {
  id: number
  organization_id: number
  conversation_id: number
  /** 0 for direct messages. */
  channel_id: number
  sender_id: number
  client: string
  /** Markdown. */
  content: string
  /** HTML. */
  rendered: string
  /** UNIX seconds, like the other times. */
  sent_at: number
  edited_at: number | null
  moved_at: number | null
  is_me_message: 0 | 1
  has_link: 0 | 1
  has_image: 0 | 1
  has_attachment: 0 | 1
  /** JSON list, newest first. Moves of the whole topic are in `moves`. */
  edit_history: string | null
  /** How many of `moves` happened before the message came into the conversation. */
  moves_taken: number
  topic: string
  /** JSON list of the conversation's renames. */
  moves: string | null
}

/** A row of `reactions`. */
export interface ReactionRow {
  id: number
  message_id: number
  user_id: number
  /** `unicode_emoji`, `realm_emoji` or `service_extra_emoji`. */
  type: string
  code: string
  /** The name that the first of these reactions to the message had. */
  name: string
}

/** A row of `submessages`. */
export interface SubmessageRow {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  /** JSON whose form belongs to the widget. */
  content: string
}

/** A message's row with its rows in other tables; `participants` is empty for channel messages. */
export interface MessageParts {
  readonly row: MessageRow
  readonly participants: readonly number[]
  readonly reactions: readonly ReactionRow[]
  readonly submessages: readonly SubmessageRow[]
}
