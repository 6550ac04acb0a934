import { sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'

/** Rows of one table that are data of one person. */
interface PersonTable {
  /** Column that names the person. */
  readonly by: string
  /** Columns to give. A column with a secret is never among them. */
  readonly columns: readonly string[]
  /** Among them, those that hold JSON as text. */
  readonly json?: readonly string[]
  /** Columns that tell the rows of a person apart: in their order, rows are read in parts. */
  readonly order: readonly string[]
}

/** All tables with data of people, by the name of the file that an archive of a person's data has for each. */
export const personTables = {
  account: {
    table: 'users',
    by: 'id',
    order: ['id'],
    columns: [
      'id',
      'full_name',
      'email',
      'delivery_email',
      'role',
      'is_active',
      'timezone',
      'created_at',
      'joined_at',
      'email_confirmed_at',
      'second_step_since',
      'chosen_settings',
      'settings',
    ],
    json: ['chosen_settings', 'settings'],
  },
  bots: {
    table: 'users',
    by: 'bot_owner_id',
    order: ['id'],
    columns: ['id', 'full_name', 'email', 'bot_type', 'is_active', 'created_at'],
  },
  profile: { table: 'profile_values', by: 'user_id', order: ['field_id'], columns: ['field_id', 'value'] },
  status: {
    table: 'user_statuses',
    by: 'user_id',
    order: ['user_id'],
    columns: ['text', 'emoji_name', 'emoji_code', 'emoji_type'],
  },
  presence: {
    table: 'presence',
    by: 'user_id',
    order: ['user_id'],
    columns: ['active_at', 'seen_at', 'status'],
  },
  groups: { table: 'user_group_members', by: 'user_id', order: ['group_id'], columns: ['group_id'] },
  subscriptions: {
    table: 'subscriptions',
    by: 'user_id',
    order: ['channel_id'],
    columns: [
      'channel_id',
      'is_active',
      'color',
      'is_muted',
      'pin_to_top',
      'desktop_notifications',
      'email_notifications',
      'push_notifications',
      'audible_notifications',
      'wildcard_mentions_notify',
    ],
  },
  received: {
    table: 'subscription_spans',
    by: 'user_id',
    order: ['channel_id', 'after_message'],
    columns: ['channel_id', 'after_message', 'until_message'],
  },
  topics: {
    table: 'user_topics',
    by: 'user_id',
    order: ['channel_id', 'topic_key'],
    columns: ['channel_id', 'topic', 'visibility_policy', 'updated_at'],
  },
  'read-messages': {
    table: 'read_state',
    by: 'user_id',
    order: ['conversation_id'],
    columns: ['conversation_id', 'ranges'],
  },
  'message-flags': {
    table: 'message_flags',
    by: 'user_id',
    order: ['message_id'],
    columns: ['message_id', 'flags'],
  },
  reactions: {
    table: 'reactions',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'message_id', 'type', 'code', 'name'],
  },
  votes: {
    table: 'submessages',
    by: 'sender_id',
    order: ['id'],
    columns: ['id', 'message_id', 'msg_type', 'content'],
    json: ['content'],
  },
  'deleted-messages': {
    table: 'deleted_messages',
    by: 'sender_id',
    order: ['id'],
    // Without the topic: it may be of a place that the person may no longer see.
    columns: ['message_id', 'channel_id', 'sent_at', 'deleted_at'],
  },
  uploads: {
    table: 'attachments',
    by: 'owner_id',
    order: ['id'],
    columns: ['id', 'name', 'path_id', 'size', 'content_type', 'created_at'],
  },
  emoji: {
    table: 'custom_emoji',
    by: 'author_id',
    order: ['id'],
    columns: ['id', 'name', 'is_deactivated', 'created_at'],
  },
  drafts: {
    table: 'drafts',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'type', 'recipients', 'topic', 'content', 'edited_at'],
    json: ['recipients'],
  },
  scheduled: {
    table: 'scheduled_messages',
    by: 'user_id',
    order: ['id'],
    columns: [
      'id',
      'kind',
      'channel_id',
      'recipients',
      'topic',
      'content',
      'deliver_at',
      'has_failed',
      'failure',
      'target_message_id',
      'note',
    ],
    json: ['recipients'],
  },
  snippets: {
    table: 'saved_snippets',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'title', 'content', 'created_at'],
  },
  'alert-words': { table: 'alert_words', by: 'user_id', order: ['key'], columns: ['word'] },
  views: {
    table: 'navigation_views',
    by: 'user_id',
    order: ['fragment'],
    columns: ['fragment', 'is_pinned', 'name'],
  },
  'muted-people': {
    table: 'muted_users',
    by: 'user_id',
    order: ['muted_user_id'],
    columns: ['muted_user_id', 'muted_at'],
  },
  invitations: {
    table: 'invitations',
    by: 'inviter_id',
    order: ['id'],
    columns: [
      'id',
      'email',
      'role',
      'channel_ids',
      'group_ids',
      'include_default_channels',
      'notify_inviter',
      'welcome_text',
      'created_at',
      'expires_at',
      'state',
    ],
    json: ['channel_ids', 'group_ids'],
  },
  sessions: {
    table: 'sessions',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'program', 'address', 'methods', 'created_at', 'seen_at', 'ends_at'],
    json: ['methods'],
  },
  'known-devices': {
    table: 'known_devices',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'program', 'network', 'first_at', 'last_at'],
  },
  'sign-in-networks': {
    table: 'sign_in_networks',
    by: 'user_id',
    order: ['network'],
    columns: ['network', 'seen_at'],
  },
  identities: {
    table: 'external_identities',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'provider', 'issuer', 'email', 'created_at', 'used_at'],
  },
  provisioning: {
    table: 'scim_links',
    by: 'user_id',
    order: ['client_id'],
    columns: ['client_id', 'external_id'],
  },
  passkeys: {
    table: 'passkeys',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'name', 'host', 'is_synced', 'created_at', 'used_at'],
  },
  'second-factor': { table: 'second_factors', by: 'user_id', order: ['user_id'], columns: ['added_at'] },
  'email-changes': {
    table: 'email_changes',
    by: 'user_id',
    order: ['expires_at', 'token_hash'],
    columns: ['new_email', 'expires_at'],
  },
  'former-addresses': {
    table: 'address_undos',
    by: 'user_id',
    order: ['changed_at', 'token_hash'],
    columns: ['former_email', 'changed_at'],
  },
  'access-tokens': {
    table: 'access_tokens',
    by: 'user_id',
    order: ['id'],
    columns: [
      'id',
      'name',
      'hint',
      'scopes',
      'write_to',
      'created_at',
      'expires_at',
      'used_at',
      'used_from',
      'is_app',
    ],
    json: ['scopes', 'write_to'],
  },
  'programs-let-in': {
    table: 'oauth_grants',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'client_id', 'scopes', 'write_to', 'redirect_uri', 'created_at'],
    json: ['scopes', 'write_to'],
  },
  agents: {
    table: 'agent_actions',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'client', 'tool', 'touched', 'outcome', 'at'],
    json: ['touched'],
  },
  phones: {
    table: 'devices',
    by: 'user_id',
    order: ['id'],
    columns: [
      'id',
      'token_kind',
      'app_id',
      'token_updated_at',
      'program',
      'created_at',
      'reached_at',
      'failed_at',
      'failure',
    ],
  },
  'older-phones': {
    table: 'legacy_push_tokens',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'kind', 'app_id', 'program', 'created_at', 'reached_at', 'failed_at', 'failure'],
  },
  'browsers-told': {
    table: 'web_push_subscriptions',
    by: 'user_id',
    order: ['id'],
    columns: ['id', 'session_id', 'created_at', 'removed_at', 'reached_at', 'failed_at', 'failure'],
  },
} as const satisfies Readonly<Record<string, PersonTable & { readonly table: string }>>

export type PersonTableName = keyof typeof personTables

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Rows that are read at a time. */
const rowsAtOnce = 10_000

/** Reads all rows of a table that are data of one person, with JSON parsed. */
export async function readPersonRows(
  db: Db,
  name: PersonTableName,
  userId: number,
): Promise<Record<string, unknown>[]> {
  const { table, by, order, columns, json = [] }: PersonTable & { table: string } = personTables[name]
  const rows: Record<string, unknown>[] = []
  for (;;) {
    const page = await sql<Record<string, unknown>>`
      select ${refs(columns)} from ${sql.table(table)}
      where ${sql.ref(by)} = ${userId} order by ${refs(order)}
      limit ${sql.lit(rowsAtOnce)} offset ${sql.lit(rows.length)}`.execute(db)
    rows.push(...page.rows)
    if (page.rows.length < rowsAtOnce) break
  }
  for (const row of rows)
    for (const column of json) {
      const value = row[column]
      if (typeof value === 'string') row[column] = JSON.parse(value) as unknown
    }
  return rows
}
