import { must } from '#model/must.ts'
import type { TableShape } from './row-store.ts'

/**
 * Tables that do not go along with an organization: of this installation's processes, of what is on its way, or secrets of
 * one sign-in. All others do, so that no later table is forgotten.
 */
const leftOut: ReadonlySet<string> = new Set([
  'access_tokens',
  'address_undos',
  'agent_actions',
  'audit_chains',
  'audit_log',
  'data_exports',
  'deleted_messages',
  'devices',
  'email_changes',
  'event_log',
  'event_queues',
  'failed_hooks',
  'held_notifications',
  'hook_payloads',
  'idempotency_keys',
  'imports',
  'invitations',
  'known_devices',
  'legacy_push_tokens',
  'log_cursors',
  'notified_messages',
  'oauth_clients',
  'oauth_grants',
  'outgoing_hooks',
  'outgoing_mail',
  'outgoing_pushes',
  'password_resets',
  'preview_wishes',
  'provider_troubles',
  'push_registrations',
  'recovery_codes',
  'scim_clients',
  'scim_links',
  'second_factors',
  'sent_messages',
  'sessions',
  'setup_links',
  'sign_in_flows',
  'sign_in_networks',
  'sign_ups',
  'spent_ids',
  'unverified_arrivals',
  'waiting_email_notifications',
  'web_push_keys',
  'web_push_subscriptions',
  'webex_tokens',
])

/** Columns that are made again where an organization arrives: secrets, and HTML, which nobody should have to trust. */
const leftOutColumns =
  /^(api_key|key_has_step|password_hash|awaits_login|subdomain|rendered|rendered_description)$/

/** Tables that others refer to, before those that refer to them. */
const first = ['organizations', 'linkifiers', 'users', 'user_groups', 'channels', 'conversations']

/** Columns that tie a row without an organization column to its organization: the first of them that its table has. */
const owners = {
  message_id: 'messages',
  user_id: 'users',
  channel_id: 'channels',
  conversation_id: 'conversations',
  group_id: 'user_groups',
  feed_id: 'feeds',
  attachment_id: 'attachments',
} as const

/** Columns of ids, with the tables whose ids they are. */
export const idOwners: Readonly<Record<string, string>> = owners

/** A table with the condition for the rows of an organization. Its columns are those that go along. */
export interface OrganizationTable extends TableShape {
  readonly where: string
}

/** The tables of an organization, in an order in which their rows can be written: messages when all people are there. */
export function organizationTables(
  tables: readonly TableShape[],
  organizationId: number,
): OrganizationTable[] {
  const place = ({ name, columns }: TableShape) => {
    if (first.includes(name)) return first.indexOf(name)
    if (name === 'messages') return first.length + 1
    return first.length + (columns.includes('message_id') ? 2 : 0)
  }
  return tables
    .filter(({ name }) => !leftOut.has(name))
    .toSorted((a, b) => place(a) - place(b))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !leftOutColumns.test(column)),
      where: conditionFor(table, organizationId),
    }))
}

function conditionFor({ name, columns }: TableShape, organizationId: number): string {
  if (name === 'organizations') return `id = ${organizationId}`
  if (columns.includes('organization_id')) return `organization_id = ${organizationId}`
  const [column, parent] = must(
    Object.entries(owners).find(([owner]) => columns.includes(owner)),
    `${name} does not say to which organization its rows belong`,
  )
  return `${column} in (select id from ${parent} where organization_id = ${organizationId})`
}
