import type { Generated } from 'kysely'
import type { ChannelFamilyTables } from './tables/channels.ts'
import type { PushFamilyTables } from './tables/notifying.ts'
import type { OrganizationFamilyTables } from './tables/organization.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PersonalTables } from './tables/personal.ts'

// Portable types only: integers, text, JSON as text. Truth values are 0 or 1, times are UNIX seconds unless a name
// says otherwise. The meaning of each table is in ARCHITECTURE.md, "The data".

export type Bit = 0 | 1

export interface OrganizationsTable {
  id: Generated<number>
  uuid: string
  /** Host names below the server's own; empty for the organization that answers on every other host. */
  subdomain: string
  name: string
  /** Markdown. */
  description: string
  created_at: number
  deactivated_at: number | null
  /** When the data of a deactivated organization is removed; null keeps it. */
  deletion_at: number | null
  /** JSON: the settings that differ from the built-in ones. */
  settings: string
  /** When a demo organization goes by itself; null for all others. */
  demo_deletion_at: number | null
  /** Version of the uploaded picture; 0 when there is none. */
  icon_version: Generated<number>
  logo_version: Generated<number>
  night_logo_version: Generated<number>
  /** `off` where the server has no way to phones, `refused` where that way refuses the organization, else `on`. */
  push_state: Generated<string>
  /** When the push service says it will end; null for no such day. */
  push_until: Generated<number | null>
}

export interface UsersTable {
  id: Generated<number>
  organization_id: number
  /** API email address. */
  email: string
  /** Real email address. */
  delivery_email: string
  /** `delivery_email` in lower case; unique in the organization. */
  email_key: string
  full_name: string
  role: number
  is_active: Bit
  is_full_member: Bit
  bot_type: number | null
  bot_owner_id: number | null
  api_key: string
  password_hash: string | null
  timezone: string
  avatar_source: string
  avatar_version: number
  created_at: number
  joined_at: number
  is_imported_stub: Bit
  is_deleted: Bit
  /** JSON: all personal settings. */
  settings: string
  /** JSON list: the settings that the user has set, rather than an administrator or the defaults. */
  chosen_settings: Generated<string>
  /** Direct messages up to this one are read, where their conversation has no row in `read_state`. */
  read_through: number
  /** Whether the user may create users over the API. */
  can_create_users: Generated<Bit>
  can_change_user_emails: Generated<Bit>
  /** Made over the API or imported, and never signed in since. */
  awaits_login: Generated<Bit>
}

export interface UserGroupsTable {
  id: Generated<number>
  organization_id: number
  name: string
  /** Lower case; unique in the organization. */
  name_key: string
  description: string
  is_system: Bit
  creator_id: number | null
  created_at: number | null
  is_deactivated: Bit
  /** JSON: group-setting values by name. */
  settings: string
}

export interface UserGroupMembersTable {
  group_id: number
  user_id: number
}

export interface UserGroupSubgroupsTable {
  group_id: number
  subgroup_id: number
}

export interface ChannelsTable {
  id: Generated<number>
  organization_id: number
  name: string
  /** Lower case; unique among the organization's channels. */
  name_key: string
  description: string
  rendered_description: string
  creator_id: number | null
  created_at: number
  is_private: Bit
  is_web_public: Bit
  is_archived: Bit
  is_default: Bit
  history_public: Bit
  /** Null inherits, -1 is for ever. */
  message_retention_days: number | null
  folder_id: number | null
  topics_policy: string
  default_push_notifications: Bit
  /** JSON: group-setting values by name. */
  settings: string
  /** Messages of the last four weeks, as last counted. */
  recent_messages: Generated<number>
  /** Whether something was sent in the last half year, as last counted. */
  is_recently_active: Generated<Bit>
}

export interface SubscriptionsTable {
  user_id: number
  channel_id: number
  /** 0 keeps the personal settings of somebody who left. */
  is_active: Bit
  color: string
  is_muted: Bit
  pin_to_top: Bit
  desktop_notifications: Bit | null
  email_notifications: Bit | null
  push_notifications: Bit | null
  audible_notifications: Bit | null
  wildcard_mentions_notify: Bit | null
  /** The channel's messages up to this one are read, where their conversation has no row in `read_state`. */
  read_through: number
}

export interface SubscriptionSpansTable {
  user_id: number
  channel_id: number
  /** The user received messages with larger ids… */
  after_message: number
  /** …up to and including this one; null while subscribed. */
  until_message: number | null
}

export interface ConversationsTable {
  id: Generated<number>
  organization_id: number
  /** 0 for direct messages. */
  channel_id: number
  topic: string
  /** The topic in lower case; for direct messages the sorted user ids joined by commas, many of them by their `indexKey`. */
  key: string
  /** 0 when it has no message. */
  newest_message_id: Generated<number>
  /** JSON list of `TopicMove`, oldest first: what happened to the topic as a whole. Null for nothing. */
  moves: Generated<string | null>
}

export interface ConversationParticipantsTable {
  user_id: number
  conversation_id: number
}

export interface MessagesTable {
  id: Generated<number>
  organization_id: number
  conversation_id: number
  /** That of the conversation, kept here because channels are read by message id. */
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
  /** How many of its conversation's `moves` happened before the message came into the conversation. */
  moves_taken: Generated<number>
}

export interface MessageFlagsTable {
  user_id: number
  message_id: number
  /** Bits as in `message-flags.ts`. */
  flags: number
}

/** A row tells all that a user has read of a conversation; without one the watermark of the channel, or of the user, does. */
export interface ReadStateTable {
  user_id: number
  conversation_id: number
  /** `IdRanges` as text. */
  ranges: string
  /** Everything up to this message is in `ranges`; -1 for nothing. */
  floor: number
}

/** How far the search index of an organization has got. */
export interface SearchProgressTable {
  organization_id: number
  /** Messages up to this one are indexed, apart from the stale ones. */
  through: number
}

/** Messages that changed after they were indexed. */
export interface SearchStaleTable {
  id: Generated<number>
  organization_id: number
  message_id: number
}

/** The words that occur in messages, with what they are indexed under. */
export interface SearchWordsTable {
  organization_id: number
  word: string
  token: string
}

export interface SentMessagesTable {
  user_id: number
  /** `indexKey` of the names that the client gave. */
  queue_id: string
  local_id: string
  message_id: number
  /** The visibility policy that the topic got for the sender by this; null if it stayed. */
  new_policy: 2 | 3 | null
  sent_at: number
}

export interface EventLogTable {
  id: Generated<number>
  organization_id: number
  at: number
  type: string
  /** JSON. */
  body: string
  /** JSON: see `events/audience.ts`. */
  audience: string
  /** JSON: ids of directory entries that the same transaction changed; null for none. */
  touches: string | null
}

export interface EventQueuesTable {
  id: string
  organization_id: number
  user_id: number
  /** JSON: what the client asked for. */
  parameters: string
  /** The log position up to which the client has everything. */
  position: number
  idle_seconds: number
  seen_at: number
}

export interface Tables
  extends PersonalTables, OrganizationFamilyTables, ChannelFamilyTables, PeopleTables, PushFamilyTables {
  organizations: OrganizationsTable
  users: UsersTable
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
  user_group_subgroups: UserGroupSubgroupsTable
  channels: ChannelsTable
  subscriptions: SubscriptionsTable
  subscription_spans: SubscriptionSpansTable
  conversations: ConversationsTable
  conversation_participants: ConversationParticipantsTable
  messages: MessagesTable
  message_flags: MessageFlagsTable
  read_state: ReadStateTable
  sent_messages: SentMessagesTable
  search_progress: SearchProgressTable
  search_stale: SearchStaleTable
  search_words: SearchWordsTable
  event_log: EventLogTable
  event_queues: EventQueuesTable
}
