import type { Generated } from 'kysely'
import type { Bit } from '../bit.ts'

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

export interface LinkifiersTable {
  id: Generated<number>
  organization_id: number
  /** Linkifiers apply in this order. */
  position: number
  pattern: string
  url_template: string
  reverse_template: string | null
  example_input: string | null
  /** JSON: list of templates. */
  alternative_url_templates: string
}

export interface CodePlaygroundsTable {
  id: Generated<number>
  organization_id: number
  name: string
  pygments_language: string
  url_template: string
}

export interface AllowedDomainsTable {
  id: Generated<number>
  organization_id: number
  /** Lower case. */
  domain: string
  allow_subdomains: Bit
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

export interface InvitationsTable {
  id: Generated<number>
  organization_id: number
  /** See `tokenHash`. */
  token_hash: string
  /** The secret itself of a link that many can use, because its makers are shown it again; else null. */
  link_token: string | null
  /** Whom it was sent to; null for a link that many can use. */
  email: string | null
  inviter_id: number
  role: number
  /** JSON: list of ids. */
  channel_ids: string
  /** JSON: list of ids. */
  group_ids: string
  include_default_channels: Bit
  /** Whether the inviter hears of it when somebody joins. */
  notify_inviter: Bit
  /** Markdown; null for the organization's text, empty for no welcome at all. */
  welcome_text: string | null
  created_at: number
  /** Null for ever. */
  expires_at: number | null
  /** `open`, `used` or `revoked`. */
  state: string
}

/** Links that make the first owner of an organization. */
export interface SetupLinksTable {
  token_hash: string
  organization_id: number
  expires_at: number
}

export interface DataExportsTable {
  id: Generated<number>
  organization_id: number
  acting_user_id: number
  /** `public`, `full_with_consent` or `full_without_consent`. */
  type: string
  asked_at: number
  made_at: number | null
  failed_at: number | null
  deleted_at: number | null
  /** Where the archive lies, with a part that nobody can guess; null while there is none. */
  blob_key: string | null
}

export interface OrganizationFamily {
  organizations: OrganizationsTable
  linkifiers: LinkifiersTable
  code_playgrounds: CodePlaygroundsTable
  allowed_domains: AllowedDomainsTable
  profile_fields: ProfileFieldsTable
  custom_emoji: CustomEmojiTable
  invitations: InvitationsTable
  setup_links: SetupLinksTable
  data_exports: DataExportsTable
}
