import type { Generated } from 'kysely'

/** How many messages a channel got on a day (UNIX time in days). */
export interface ChannelDaysTable {
  channel_id: number
  day: number
  messages: number
}

/** Up to which message the days of an organization's channels are counted. */
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
  /** Where it stands among the folders, from 0. */
  position: number
  is_archived: 0 | 1
  creator_id: number | null
  created_at: number
}

/** Topics for which a user asked for more or less than the channel's ordinary treatment. */
export interface UserTopicsTable {
  user_id: number
  channel_id: number
  /** The topic in lower case. */
  topic_key: string
  /** As the user wrote it. */
  topic: string
  visibility_policy: number
  updated_at: number
}

export interface ChannelFamilyTables {
  channel_days: ChannelDaysTable
  channel_traffic: ChannelTrafficTable
  channel_folders: ChannelFoldersTable
  user_topics: UserTopicsTable
}
