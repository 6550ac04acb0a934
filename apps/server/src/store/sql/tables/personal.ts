import type { Generated } from 'kysely'

type Bit = 0 | 1

export interface ReactionsTable {
  id: Generated<number>
  message_id: number
  user_id: number
  /** `unicode_emoji`, `realm_emoji` or `service_extra_emoji`. */
  type: string
  code: string
  /** The name that the first of these reactions to the message had. */
  name: string
}

export interface CustomEmojiTable {
  id: Generated<number>
  organization_id: number
  name: string
  author_id: number
  is_deactivated: Bit
  /** The key of the stored picture; its address is the key below `/user_avatars/`. */
  picture: string
  /** The key of its first frame; null where it does not move. */
  still: string | null
  created_at: number
}

export interface SubmessagesTable {
  id: Generated<number>
  message_id: number
  sender_id: number
  msg_type: string
  /** JSON whose form belongs to the widget. */
  content: string
}

export interface DraftsTable {
  id: Generated<number>
  user_id: number
  /** Empty for a draft without an address, else `stream` or `private`. */
  type: string
  /** JSON list of ids: one channel, or users. */
  recipients: string
  topic: string
  content: string
  edited_at: number
}

export interface SavedSnippetsTable {
  id: Generated<number>
  user_id: number
  title: string
  content: string
  created_at: number
}

export interface AlertWordsTable {
  organization_id: number
  user_id: number
  /** The word in lower case. */
  key: string
  word: string
}

export interface AttachmentsTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  /** The part of the address after `/user_uploads/`, and the key of the stored bytes. */
  path_id: string
  /** As the uploader called it. */
  name: string
  size: number
  content_type: string
  created_at: number
  /** JSON: what is known of a picture; null for all other files. */
  image: string | null
}

/** What an organization's uploads take up together; no row means nothing. */
export interface UploadUsageTable {
  organization_id: number
  bytes: number
}

export interface MessageAttachmentsTable {
  message_id: number
  attachment_id: number
}

export interface ScheduledMessagesTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** `message` or `reminder`. */
  kind: string
  /** Null for direct messages. */
  channel_id: number | null
  /** JSON list of the user ids of a direct message. */
  recipients: string
  topic: string
  /** Markdown; of a reminder what it would say now. */
  content: string
  rendered: string
  client: string
  deliver_at: number
  has_failed: Bit
  failure: string | null
  read_by_sender: Bit
  /** What a reminder is about. */
  target_message_id: number | null
  /** Of a reminder: what its user has written to themselves. */
  note: string
}

export interface PersonalTables {
  reactions: ReactionsTable
  custom_emoji: CustomEmojiTable
  submessages: SubmessagesTable
  drafts: DraftsTable
  saved_snippets: SavedSnippetsTable
  alert_words: AlertWordsTable
  attachments: AttachmentsTable
  upload_usage: UploadUsageTable
  message_attachments: MessageAttachmentsTable
  scheduled_messages: ScheduledMessagesTable
}
