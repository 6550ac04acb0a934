import type { Generated } from 'kysely'

type Bit = 0 | 1

export interface PresenceTable {
  user_id: number
  organization_id: number
  /** When a client last reported the user as active; 0 for never. */
  active_at: number
  /** When a client last reported anything. */
  seen_at: number
  /** `active` or `idle`: what it reported. */
  status: string
  /** Rises with every change in the organization. */
  update_id: number
}

export interface UserStatusesTable {
  user_id: number
  organization_id: number
  text: string
  emoji_name: string
  emoji_code: string
  /** Empty where there is no emoji. */
  emoji_type: string
}

export interface ProfileFieldsTable {
  id: Generated<number>
  organization_id: number
  name: string
  /** Lower case; unique in the organization. */
  name_key: string
  type: number
  hint: string
  /** JSON, or empty. */
  field_data: string
  position: number
  in_summary: Bit
  required: Bit
  editable_by_user: Bit
  for_matching: Bit
}

export interface ProfileValuesTable {
  user_id: number
  field_id: number
  value: string
  /** HTML, for fields that support Markdown. */
  rendered: string | null
}

export interface BotsTable {
  user_id: number
  organization_id: number
  default_sending_channel_id: number | null
  default_events_channel_id: number | null
  default_all_public_channels: Bit
  /** JSON list: what outgoing webhooks call, what embedded bots are configured with. */
  services: string
}

export interface BotStorageTable {
  id: Generated<number>
  user_id: number
  key: string
  /** `indexKey` of the key. */
  index_key: string
  value: string
}

export interface MutedUsersTable {
  user_id: number
  muted_user_id: number
  muted_at: number
}

export interface EmailChangesTable {
  /** SHA-256 of the secret in the link, hexadecimal. */
  token_hash: string
  user_id: number
  new_email: string
  expires_at: number
}

export interface SignInNetworksTable {
  user_id: number
  organization_id: number
  /** `networkOf` of the address. */
  network: string
  seen_at: number
}

export interface PeopleTables {
  presence: PresenceTable
  user_statuses: UserStatusesTable
  profile_fields: ProfileFieldsTable
  profile_values: ProfileValuesTable
  bots: BotsTable
  bot_storage: BotStorageTable
  muted_users: MutedUsersTable
  email_changes: EmailChangesTable
  sign_in_networks: SignInNetworksTable
}
