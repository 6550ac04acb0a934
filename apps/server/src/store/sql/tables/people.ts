import type { Generated } from 'kysely'
import type { Bit } from '../bit.ts'

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
  /** JSON list: settings that the user chose, in contrast to an administrator's choice or a default. */
  chosen_settings: Generated<string>
  /** Watermark: direct messages up to this one are read in conversations without a row in `read_state`. */
  read_through: number
  /** 1 if the user may create users over the API. */
  can_create_users: Generated<Bit>
  can_change_user_emails: Generated<Bit>
  /** True for an account that was made over the API or by an import, until its first sign-in. */
  awaits_login: Generated<Bit>
  /** UNIX seconds since which the organization asks the person for a second step; null while it does not. */
  second_step_since: number | null
  /** When the person showed that the mailbox of the address is theirs; null if they never did. */
  email_confirmed_at: Generated<number | null>
  /** 1 if the API key was made with a second step. */
  key_has_step: Bit | null
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
  /** `scim:` and the id of the SCIM client that decides on the members; null where people do. */
  managed_by: Generated<string | null>
  /** Id of the group at that client; null without one. */
  external_id: Generated<string | null>
}

export interface UserGroupMembersTable {
  group_id: number
  user_id: number
}

export interface UserGroupSubgroupsTable {
  group_id: number
  subgroup_id: number
}

export interface PresenceTable {
  user_id: number
  organization_id: number
  /** Time at which a client last reported the user as active; 0 for never. */
  active_at: number
  /** Time of the last report of any client. */
  seen_at: number
  /** The reported status: `active` or `idle`. */
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
  /** Empty without an emoji. */
  emoji_type: string
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
  /** JSON list: outgoing webhooks' addresses, embedded bots' configuration. */
  services: string
  /** UNIX seconds; 0 if the owner was never told of trouble. */
  told_owner_at: Generated<number>
}

export interface BotStorageTable {
  id: Generated<number>
  user_id: number
  key: string
  /** `indexKey` of the key. */
  index_key: string
  value: string
}

export interface BotCommandsTable {
  organization_id: number
  /** The bot. */
  user_id: number
  /** Unique in the organization. */
  name: string
  /** JSON, as the contract has it. */
  command: string
}

export interface HookTemplatesTable {
  organization_id: number
  /** The bot. */
  user_id: number
  name: string
  /** JSON: topic, content, when, event. */
  parts: string
}

export interface HookPayloadsTable {
  id: Generated<number>
  organization_id: number
  /** The bot. */
  user_id: number
  received_at: number
  integration: string
  /** Number of messages that were posted. */
  posts: number
  /** The problem; empty without one. */
  problem: string
  /** JSON; null if it was none, or too large to keep. */
  payload: string | null
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

export interface AddressUndosTable {
  /** `tokenHash` of the link's secret. */
  token_hash: string
  user_id: number
  organization_id: number
  /** The address before the change. */
  former_email: string
  /** Hash of the password at the time of the change; null where the LDAP directory keeps it. */
  password_hash: string | null
  changed_at: number
}

export interface SignUpsTable {
  /** `tokenHash` of the link's secret. */
  token_hash: string
  organization_id: number
  /** In lower case. */
  email: string
  /** Address on this server to go to once the account is there. */
  next: string
  created_at: number
}

export interface PasswordResetsTable {
  /** SHA-256 of the link's secret: a reader of the table cannot use the link. */
  token_hash: string
  user_id: number
  expires_at: number
}

export interface SignInNetworksTable {
  user_id: number
  organization_id: number
  /** `networkOf` of the address. */
  network: string
  seen_at: number
}

export interface ProviderTroublesTable {
  organization_id: number
  /** Name of the provider in the settings. */
  provider: string
  /** Code of the page that said so. */
  code: string
  /** The reason, where the provider's answer was not in order; otherwise empty. It names no secret. */
  detail: string
  at: number
}

export interface UnverifiedArrivalsTable {
  organization_id: number
  /** Name of the provider in the settings. */
  provider: string
  /** Sign-ins by the provider, in a row and up to the last one, whose address it did not verify. */
  count: number
}

export interface KnownDevicesTable {
  id: Generated<number>
  user_id: number
  organization_id: number
  /** `tokenHash` of the browser's own cookie, or of the program and its network. */
  device_hash: string
  program: string
  /** `networkOf` the address of the last sign-in. */
  network: string
  first_at: number
  last_at: number
}

/** Passkeys of people. */
export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  organization_id: number
  /** `tokenHash` of the credential id. */
  credential_hash: string
  /** The authenticator's id of the passkey, base64url. */
  credential_id: string
  /** The name by which authenticators know the person, base64url: the same in all passkeys of a person. */
  user_handle: string
  /** COSE key, base64url. */
  public_key: string
  /** Uses, as the authenticator counts them; 0 for passkeys that are copied between devices. */
  counter: number
  /** JSON list: how browsers reach the authenticator. */
  transports: string
  /** Host of the organization's address when the passkey was made. */
  host: string
  /** 1 if the authenticator copies the passkey to other devices. */
  is_synced: number
  name: string
  created_at: number
  used_at: number | null
}

export interface SessionsTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** `tokenHash` of the cookie's value. */
  token_hash: string
  /** Hash of the value before the last rotation; null before the first one. */
  former_hash: string | null
  /** The former value is good until then; null while the browser has not yet used the new one. */
  former_until: number | null
  rotated_at: number
  created_at: number
  /** Time of the last use, about ten minutes exact. */
  seen_at: number
  /** The session ends at this time, used or not. */
  ends_at: number
  /** The session ends when it is not used for so long. */
  idle_seconds: number
  /** JSON list: the ways in which its person proved who they are. */
  methods: string
  /** Time at which its person last proved who they are, by the second factor if they have one. */
  proved_at: number | null
  /** The browser, for people: `Firefox on Linux`. */
  program: string
  address: string
  /** Identity at a provider that opened it; null for other ways. */
  identity_id: number | null
  /** `indexKey` of the provider's id of its own session. */
  idp_session: string | null
  /** The person's name in the provider's words as JSON (`SamlName`); null except for SAML. */
  idp_name: string | null
}

export interface AccessTokensTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  name: string
  /** `tokenHash` of the token. */
  token_hash: string
  /** The last four characters of the token, for people. */
  hint: string
  /** JSON list of the contract's scopes. */
  scopes: string
  created_at: number
  /** Null for a token without an end. */
  expires_at: number | null
  /** Time of the last use, about an hour exact; null before the first one. */
  used_at: number | null
  /** Address of the last use that was written; empty before the first one. */
  used_from: string
  /** 1 for a token that an app got at a sign-in. */
  is_app: number
  /** The token of a program that was let in by OAuth is good until then, and is refreshed; null for all others. */
  good_until: number | null
  /** 1 if it was made with a second step. */
  has_step: Bit | null
  /** JSON list of ids: the channels in which an agent may write. Null: wherever its account may. */
  write_to: string | null
}

export interface OauthClientsTable {
  id: Generated<number>
  organization_id: number
  /** Unique in the organization: a name that the server drew, or the address of the client's document. */
  client_id: string
  /** The client's name, as it states it. */
  name: string
  /** JSON list. */
  redirect_uris: string
  /** 1 for a client that a document describes. */
  is_document: number
  /** The document is fetched again after this time; 0 for a client that registered itself. */
  fresh_until: number
  /** Time at which it was made, or last given access. */
  used_at: number
}

export interface OauthGrantsTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  client_id: number
  /** The access token; null until the code is exchanged. */
  token_id: number | null
  /** JSON list. */
  scopes: string
  /** As in `access_tokens`. */
  write_to: string | null
  has_step: Bit | null
  /** Address to which the code was sent. */
  redirect_uri: string
  /** `tokenHash` of the code; it stays when the code was used, to notice a second use. */
  code_hash: string
  /** Hash of the secret that the client must show with the code. */
  code_challenge: string
  created_at: number
  /** `tokenHash` of the part that all refresh tokens of the grant have in common; null until the code is exchanged. */
  family_hash: string | null
  /** `tokenHash` of the refresh token, and of the one before. */
  refresh_hash: string | null
  former_hash: string | null
  /** The last tokens were derived from the refresh token before them and this. */
  rotation_salt: string | null
  rotated_at: number | null
}

export interface WebexTokensTable {
  user_id: number
  /** Tokens for the user's Webex account, encrypted: a reader of the table cannot use them. */
  sealed: string
}

export interface IdempotencyKeysTable {
  organization_id: number
  user_id: number
  /** `indexKey` of the name that the client gave the call. */
  key: string
  /** Hash of the endpoint and its arguments. */
  call_hash: string
  called_at: number
  /** HTTP status of the answer; null until the call is answered, and where the answer is not kept. */
  status: number | null
  /** The answer's JSON; null with `status`. */
  answer: string | null
}

export interface ExternalIdentitiesTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** Name of the provider in the settings. */
  provider: string
  issuer: string
  /** `indexKey` of the person's id at the issuer. */
  subject: string
  /** The provider's address of the person at the last sign-in; empty without one. */
  email: string
  created_at: number
  used_at: number
  /** The first look at which LDAP did not name the person; null while it does. */
  absent_since: number | null
  /** When the account was deactivated for that; null otherwise. */
  shut_out_at: number | null
  /** The role that the person's groups gave at the last sign-in; null if none gave one. */
  given_role: number | null
}

export interface SignInFlowsTable {
  id: Generated<number>
  organization_id: number
  /** Account that is to be linked; null while the provider is asked. */
  user_id: number | null
  /** `tokenHash` of the value of the browser's cookie. */
  handle_hash: string
  provider: string
  purpose: string
  /** JSON, with nothing secret. */
  data: string
  expires_at: number
}

export interface AgentActionsTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** Access token by which the agent called; null for an API key. The token may have ended since. */
  token_id: number | null
  /** Name of the agent's program, as it states it. */
  client: string
  tool: string
  /** JSON: ids of channels, messages and users. */
  touched: string
  /** `done`, `asked`, `declined` or `refused`. */
  outcome: string
  at: number
}

export interface SpentIdsTable {
  organization_id: number
  /** `tokenHash` of the id. */
  id_hash: string
  expires_at: number
}

export interface SecondFactorsTable {
  user_id: number
  organization_id: number
  /** The secret that counts, sealed by `Sealed`; null until the first one is confirmed. */
  sealed: string | null
  /** Time at which it was confirmed; null with `sealed`. */
  added_at: number | null
  /** Number of the half minute of the newest code that was used: older codes and that one are spent. */
  last_step: number
  /** A secret that waits for its first code, sealed; null without one. */
  pending: string | null
  pending_until: number
}

export interface RecoveryCodesTable {
  id: Generated<number>
  user_id: number
  organization_id: number
  /** `tokenHash` of the code. */
  code_hash: string
  used_at: number | null
}

export interface ScimClientsTable {
  id: Generated<number>
  organization_id: number
  name: string
  /** `tokenHash` of the secret. */
  token_hash: string
  /** `tokenHash` of the secret before it; null without one. */
  former_hash: string | null
  /** The former secret is good until then. */
  former_until: number | null
  /** The last four characters of the secret, for people. */
  hint: string
  may_touch_owners: Bit
  may_change_addresses: Bit
  created_at: number
  /** Time of the last call, about ten minutes exact; null before the first one. */
  called_at: number | null
}

export interface ScimLinksTable {
  client_id: number
  user_id: number
  organization_id: number
  /** Id of the person at the client. */
  external_id: string
}

export interface PeopleFamily {
  users: UsersTable
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
  user_group_subgroups: UserGroupSubgroupsTable
  presence: PresenceTable
  user_statuses: UserStatusesTable
  profile_values: ProfileValuesTable
  bots: BotsTable
  bot_storage: BotStorageTable
  bot_commands: BotCommandsTable
  hook_templates: HookTemplatesTable
  hook_payloads: HookPayloadsTable
  muted_users: MutedUsersTable
  email_changes: EmailChangesTable
  address_undos: AddressUndosTable
  password_resets: PasswordResetsTable
  sign_ups: SignUpsTable
  sign_in_networks: SignInNetworksTable
  known_devices: KnownDevicesTable
  provider_troubles: ProviderTroublesTable
  unverified_arrivals: UnverifiedArrivalsTable
  sessions: SessionsTable
  webex_tokens: WebexTokensTable
  access_tokens: AccessTokensTable
  oauth_clients: OauthClientsTable
  oauth_grants: OauthGrantsTable
  idempotency_keys: IdempotencyKeysTable
  external_identities: ExternalIdentitiesTable
  sign_in_flows: SignInFlowsTable
  agent_actions: AgentActionsTable
  spent_ids: SpentIdsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  scim_clients: ScimClientsTable
  scim_links: ScimLinksTable
}
