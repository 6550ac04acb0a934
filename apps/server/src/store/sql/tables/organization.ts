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
  /** Time at which the data of a deactivated organization is deleted; null keeps it. */
  deletion_at: number | null
  /** JSON: settings that differ from the built-in ones. */
  settings: string
  /** UNIX seconds at which a demo organization is deleted; null for all others. */
  demo_deletion_at: number | null
  /** Version of the uploaded picture; 0 without a picture. */
  icon_version: Generated<number>
  logo_version: Generated<number>
  night_logo_version: Generated<number>
  /** `off` if the server has no way to phones, `refused` if the push service refuses the organization, else `on`. */
  push_state: Generated<string>
  /** Time at which the push service says it will end; null without an end. */
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
  /** Key of the stored picture; its address is `/user_avatars/` and the key. */
  picture: string
  /** Key of its first frame; null for a picture that does not move. */
  still: string | null
  created_at: number
}

export interface InvitationsTable {
  id: Generated<number>
  organization_id: number
  /** See `tokenHash`. */
  token_hash: string
  /** The secret of a link that many can use: its makers can see it again. Null for other links. */
  link_token: string | null
  /** Address of the invited person; null for a link that many can use. */
  email: string | null
  inviter_id: number
  role: number
  /** JSON: list of ids. */
  channel_ids: string
  /** JSON: list of ids. */
  group_ids: string
  include_default_channels: Bit
  /** 1 if the inviter gets a message when somebody joins. */
  notify_inviter: Bit
  /** Markdown; null for the organization's text, empty for no welcome. */
  welcome_text: string | null
  created_at: number
  /** Null without an end. */
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
  /** `public`, `full_with_consent` or `full_without_consent`; `person` or `compliance` for those with a query. */
  type: string
  asked_at: number
  made_at: number | null
  failed_at: number | null
  deleted_at: number | null
  /** Key of the archive, with a part that nobody can guess; null until it is made. */
  blob_key: string | null
  /** JSON: a `PersonQuery` or `ComplianceQuery`; empty for the other types. */
  query: string
}

/** An organization that was brought along from elsewhere, or is on its way. */
export interface ImportsTable {
  id: Generated<number>
  organization_id: number
  /** SHA-256 of what was imported, in hexadecimal. */
  source_hash: string
  /** `people`, `files`, `messages`, `open` or `done`: what comes next. */
  step: string
  /** Uploads, or then messages, that are in the database or were left out. */
  position: number
  /** JSON: `ImportOptions`. */
  options: string
  started_at: number
  finished_at: number | null
  /** JSON: the report on losses so far. */
  report: string | null
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
  imports: ImportsTable
}
