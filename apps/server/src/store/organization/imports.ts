import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import type { Tables } from '#store/sql/tables.ts'
import type { ImportsTable } from '#store/sql/tables/organization.ts'

export type ImportRow = Selectable<ImportsTable>

/** Steps of an import after its beginning; each names what is to be done next. */
export type ImportStep = 'people' | 'files' | 'messages' | 'open' | 'done'

export async function insertImport(
  tx: Tx,
  row: { readonly organizationId: number; readonly sourceHash: string; readonly options: string },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('imports')
    .values({
      organization_id: row.organizationId,
      source_hash: row.sourceHash,
      step: 'people',
      position: 0,
      options: row.options,
      started_at: tx.now,
      finished_at: null,
      report: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The imports of a source, the newest first. */
export function importsOf(db: Db, sourceHash: string): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('source_hash', '=', sourceHash)
    .orderBy('id', 'desc')
    .execute()
}

/** Notes how far an import has come, and its losses so far if they are given. */
export async function moveImport(
  tx: Tx,
  id: number,
  step: ImportStep,
  position: number,
  report?: string,
): Promise<void> {
  await tx.db
    .updateTable('imports')
    .set({ step, position, ...(report === undefined ? {} : { report }) })
    .where('id', '=', id)
    .execute()
}

export async function finishImport(tx: Tx, id: number, report: string): Promise<void> {
  await tx.db
    .updateTable('imports')
    .set({ step: 'done', finished_at: tx.now, report })
    .where('id', '=', id)
    .execute()
}

/** Hides an organization behind a subdomain that no host name can have, or shows it. */
export async function setSubdomain(tx: Tx, organizationId: number, subdomain: string): Promise<void> {
  await tx.db.updateTable('organizations').set({ subdomain }).where('id', '=', organizationId).execute()
}

/** Keeps an organization closed until its import has ended. */
export async function hideOrganization(tx: Tx): Promise<void> {
  await tx.db
    .updateTable('organizations')
    .set({ deactivated_at: tx.now })
    .where('id', '=', tx.organizationId)
    .execute()
}

/** Opens an organization at its subdomain; one that was deactivated stays so. */
export async function showOrganization(
  tx: Tx,
  subdomain: string,
  deactivatedAt: number | null,
): Promise<void> {
  await tx.db
    .updateTable('organizations')
    .set({ subdomain, deactivated_at: deactivatedAt })
    .where('id', '=', tx.organizationId)
    .execute()
}

/** Makes every process read the whole directory of the organization again, if it has read some of it already. */
export async function touchAll(tx: Tx): Promise<void> {
  tx.touchOrganization()
  for (const [kind, table] of [
    ['groups', 'user_groups'],
    ['users', 'users'],
    ['channels', 'channels'],
    ['emoji', 'custom_emoji'],
  ] as const) {
    const rows = await tx.db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', tx.organizationId)
      .execute()
    for (const { id } of rows) {
      tx.touch(kind, id)
      if (kind === 'channels') tx.touch('subscribers', id)
    }
  }
}

/** Adds rows as they are, with their ids. Rows that are there already stay. */
export function insertImported<
  T extends
    | 'users'
    | 'user_groups'
    | 'user_group_members'
    | 'user_group_subgroups'
    | 'channels'
    | 'subscriptions'
    | 'subscription_spans'
    | 'custom_emoji'
    | 'attachments'
    | 'message_attachments'
    | 'linkifiers'
    | 'code_playgrounds'
    | 'navigation_views'
    | 'presence'
    | 'scheduled_messages'
    | 'bots'
    | 'allowed_domains'
    | 'user_topics'
    | 'profile_values'
    | 'muted_users'
    | 'alert_words'
    | 'saved_snippets'
    | 'user_statuses'
    | 'messages'
    | 'message_flags'
    | 'reactions'
    | 'submessages'
    | 'read_state',
>(tx: Tx, table: T, rows: readonly Insertable<Tables[T]>[]): Promise<void> {
  return insertMany(tx.db, table, rows, (insert) => insert.onConflict((conflict) => conflict.doNothing()))
}

/** Changes an organization's newest message and the topic's spelling after messages were added. */
export async function setNewestMessages(
  tx: Tx,
  newest: ReadonlyMap<number, { readonly message: number; readonly topic: string }>,
): Promise<void> {
  for (const [id, { message, topic }] of newest)
    await tx.db
      .updateTable('conversations')
      .set({ newest_message_id: message, topic })
      .where('id', '=', id)
      .execute()
}

/** Marks everything up to a message as read, for all people of the organization. */
export async function setAllReadThrough(tx: Tx, message: number): Promise<void> {
  const users = tx.db.selectFrom('users').select('id').where('organization_id', '=', tx.organizationId)
  await tx.db
    .updateTable('users')
    .set({ read_through: message })
    .where('organization_id', '=', tx.organizationId)
    .execute()
  await tx.db
    .updateTable('subscriptions')
    .set({ read_through: message })
    .where('user_id', 'in', users)
    .execute()
}
