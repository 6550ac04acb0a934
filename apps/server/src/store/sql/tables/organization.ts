import type { Generated } from 'kysely'

type Bit = 0 | 1

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

export interface NavigationViewsTable {
  user_id: number
  fragment: string
  is_pinned: Bit
  /** Null for built-in views. */
  name: string | null
}

export interface OutgoingMailTable {
  id: Generated<number>
  organization_id: number
  recipient: string
  subject: string
  text: string
  html: string | null
  /** Where mail programs end this kind of mail by one POST; null for mail that somebody asked for. */
  unsubscribe: string | null
  /** What mails that belong together have in common; null for a mail of its own. */
  thread: string | null
  created_at: number
  attempts: number
  /** When it may be tried next. */
  next_at: number
  /** The process that has it in hand. */
  taken_by: string | null
}

/** Links that make the first owner of an organization. */
export interface SetupLinksTable {
  token_hash: string
  organization_id: number
  expires_at: number
}

export interface PasswordResetsTable {
  /** SHA-256 of the link's secret, so that nobody who reads the table can use it. */
  token_hash: string
  user_id: number
  expires_at: number
}

export interface LeasesTable {
  name: string
  /** The process that has it. */
  holder: string
  /** UNIX milliseconds. */
  until_ms: number
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

/** The tables around an organization: how it looks, who may join, how they hear of it. */
export interface OrganizationFamilyTables {
  linkifiers: LinkifiersTable
  code_playgrounds: CodePlaygroundsTable
  allowed_domains: AllowedDomainsTable
  invitations: InvitationsTable
  navigation_views: NavigationViewsTable
  outgoing_mail: OutgoingMailTable
  password_resets: PasswordResetsTable
  setup_links: SetupLinksTable
  leases: LeasesTable
  data_exports: DataExportsTable
}
