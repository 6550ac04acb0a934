import type { Generated } from 'kysely'
import type { Bit } from '../bit.ts'

export interface DraftsTable {
  id: Generated<number>
  user_id: number
  /** Empty for a draft without recipients, else `stream` or `private`. */
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

export interface NavigationViewsTable {
  user_id: number
  fragment: string
  is_pinned: Bit
  /** Null for built-in views. */
  name: string | null
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
  /** Markdown; of a reminder the text that it would have now. */
  content: string
  rendered: string
  client: string
  deliver_at: number
  has_failed: Bit
  failure: string | null
  read_by_sender: Bit
  /** Message of a reminder. */
  target_message_id: number | null
  /** A user's note to themselves, of a reminder. */
  note: string
}

export interface PersonalFamily {
  drafts: DraftsTable
  saved_snippets: SavedSnippetsTable
  alert_words: AlertWordsTable
  navigation_views: NavigationViewsTable
  scheduled_messages: ScheduledMessagesTable
}
