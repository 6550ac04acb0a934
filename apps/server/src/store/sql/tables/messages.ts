import type { Generated } from 'kysely'
import type { Bit } from '../bit.ts'

export interface ConversationsTable {
  id: Generated<number>
  organization_id: number
  /** 0 for direct messages. */
  channel_id: number
  topic: string
  /** The topic in lower case; for direct messages the sorted user ids joined by commas, many of them by their `indexKey`. */
  key: string
  /** 0 without a message. */
  newest_message_id: Generated<number>
  /** JSON list of `TopicMove`, oldest first: moves of the whole topic. Null without moves. */
  moves: Generated<string | null>
}

export interface ConversationParticipantsTable {
  user_id: number
  conversation_id: number
}

export interface SubscriptionSpansTable {
  user_id: number
  channel_id: number
  /** The user received messages with larger ids… */
  after_message: number
  /** …up to and including this one; null while subscribed. */
  until_message: number | null
}

export interface MessagesTable {
  id: Generated<number>
  organization_id: number
  conversation_id: number
  /** The channel of the conversation; copied here because channels are read by message id. */
  channel_id: number
  sender_id: number
  client: string
  content: string
  /** HTML as `packRendered` keeps it. */
  rendered: string
  sent_at: number
  edited_at: number | null
  moved_at: number | null
  is_me_message: Bit
  has_link: Bit
  has_image: Bit
  has_attachment: Bit
  /** JSON list, newest first. Moves of the whole topic are in the conversation's `moves`. */
  edit_history: string | null
  /** Number of the conversation's `moves` before the message came into the conversation. */
  moves_taken: Generated<number>
}

/** A message that somebody deleted from a channel. */
export interface DeletedMessagesTable {
  id: Generated<number>
  organization_id: number
  message_id: number
  channel_id: number
  /** Name of the topic when the message was deleted. */
  topic: string
  sender_id: number
  sent_at: number
  deleted_by: number
  deleted_at: number
}

export interface MessageFlagsTable {
  user_id: number
  message_id: number
  /** Bits as in `message-flags.ts`. */
  flags: number
}

export interface SentMessagesTable {
  user_id: number
  /** `indexKey` of the names that the client gave. */
  queue_id: string
  local_id: string
  message_id: number
  /** The sender's new visibility policy for the topic, set by this message; null if it stayed. */
  new_policy: 2 | 3 | null
  sent_at: number
}

export interface ReactionsTable {
  id: Generated<number>
  message_id: number
  user_id: number
  /** `unicode_emoji`, `realm_emoji` or `service_extra_emoji`. */
  type: string
  code: string
  /** Name of the emoji in the first of these reactions to the message. */
  name: string
}

export interface SubmessagesTable {
  id: Generated<number>
  message_id: number
  sender_id: number
  msg_type: string
  /** JSON; each widget has its own form. */
  content: string
}

export interface AttachmentsTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  /** Part of the address after `/user_uploads/`, and key of the stored bytes. */
  path_id: string
  /** The uploader's name for the file. */
  name: string
  size: number
  content_type: string
  created_at: number
  /** JSON: facts about a picture; null for all other files. */
  image: string | null
}

export interface MessageAttachmentsTable {
  message_id: number
  attachment_id: number
}

/** Bytes of all uploads of an organization; no row means 0. */
export interface UploadUsageTable {
  organization_id: number
  bytes: number
}

/** The preview of a linked page. */
export interface LinkPreviewsTable {
  id: Generated<number>
  organization_id: number
  url_hash: string
  /** JSON of a `FetchedPage`. Null if there was nothing to show. */
  page: string | null
  fetched_at: number
}

/** A message that waits for previews of its links. */
export interface PreviewWishesTable {
  id: Generated<number>
  organization_id: number
  message_id: number
}

export interface MessagesFamily {
  conversations: ConversationsTable
  conversation_participants: ConversationParticipantsTable
  subscription_spans: SubscriptionSpansTable
  messages: MessagesTable
  deleted_messages: DeletedMessagesTable
  message_flags: MessageFlagsTable
  sent_messages: SentMessagesTable
  reactions: ReactionsTable
  submessages: SubmessagesTable
  attachments: AttachmentsTable
  message_attachments: MessageAttachmentsTable
  upload_usage: UploadUsageTable
  link_previews: LinkPreviewsTable
  preview_wishes: PreviewWishesTable
}
