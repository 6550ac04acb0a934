import type { Generated } from 'kysely'
import type { Bit } from '../bit.ts'

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
  /** Null inherits the organization's days, -1 keeps messages for ever. */
  message_retention_days: number | null
  folder_id: number | null
  topics_policy: string
  default_push_notifications: Bit
  /** 1 if tools for agents act as if the channel did not exist. */
  hidden_from_agents: Bit
  /** JSON: group-setting values by name. */
  settings: string
  /** Messages of the last four weeks, at the last count. */
  recent_messages: Generated<number>
  /** True if something was sent in the last half year, at the last count. */
  is_recently_active: Generated<Bit>
}

export interface SubscriptionsTable {
  user_id: number
  channel_id: number
  /** 0 keeps the personal settings of a user who left. */
  is_active: Bit
  color: string
  is_muted: Bit
  pin_to_top: Bit
  desktop_notifications: Bit | null
  email_notifications: Bit | null
  push_notifications: Bit | null
  audible_notifications: Bit | null
  wildcard_mentions_notify: Bit | null
  /** Watermark: messages up to this one are read in conversations without a row in `read_state`. */
  read_through: number
}

/** Messages of a channel on a day (UNIX time in days). */
export interface ChannelDaysTable {
  channel_id: number
  day: number
  messages: number
}

/** Message up to which the days of an organization's channels are counted. */
export interface ChannelTrafficTable {
  organization_id: number
  counted_through: number
}

export interface ChannelFoldersTable {
  id: Generated<number>
  organization_id: number
  name: string
  /** Markdown. */
  description: string
  rendered_description: string
  /** Place among the folders, from 0. */
  position: number
  is_archived: Bit
  creator_id: number | null
  created_at: number
}

/** Topics with a treatment of their own, at the wish of a user. */
export interface UserTopicsTable {
  user_id: number
  channel_id: number
  /** The topic in lower case. */
  topic_key: string
  /** The topic as the user wrote it. */
  topic: string
  visibility_policy: number
  updated_at: number
}

export interface ChannelsFamily {
  channels: ChannelsTable
  subscriptions: SubscriptionsTable
  channel_days: ChannelDaysTable
  channel_traffic: ChannelTrafficTable
  channel_folders: ChannelFoldersTable
  user_topics: UserTopicsTable
}
