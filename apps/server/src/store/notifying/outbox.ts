import { type Selectable, sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import type { Tables } from '#store/sql/tables.ts'

interface OutboxRows {
  readonly outgoing_mail: Selectable<Tables['outgoing_mail']>
  readonly outgoing_pushes: Selectable<Tables['outgoing_pushes']>
  readonly outgoing_hooks: Selectable<Tables['outgoing_hooks']>
}

/** Outbox tables: rows are written with the change that causes them, and a job sends and deletes them. */
export type OutboxTable = keyof OutboxRows
export type OutboxRow<T extends OutboxTable> = OutboxRows[T]

/** Initial columns of an outbox row beside its content: due at once. */
export const freshInOutbox = (tx: Tx) => ({
  organization_id: tx.organizationId,
  created_at: tx.now,
  attempts: 0,
  next_at: tx.now,
  taken_by: null,
})

/**
 * Condition for the rows that are due for a process at a time in UNIX seconds. Rows of another process are due too:
 * this process has the lease, so the other one has lost it.
 */
export const isDue = (now: number, process: string) =>
  sql`(next_at <= ${now} or (taken_by is not null and taken_by <> ${process}))`

/** Tells whether a row is due at a time in UNIX seconds. */
export async function hasDue(
  db: Db,
  table: OutboxTable,
  organizationId: number,
  process: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(table)}
    where organization_id = ${organizationId} and ${isDue(now, process)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Takes due rows for a process, oldest first. A row that it does not settle by a function below is due again after
 * `leaseSeconds`.
 */
export async function takeDue<T extends OutboxTable>(
  tx: Tx,
  table: T,
  process: string,
  limit: number,
  leaseSeconds: number,
): Promise<OutboxRow<T>[]> {
  const { rows } = await sql<OutboxRow<T>>`select * from ${sql.table(table)}
    where organization_id = ${tx.organizationId} and ${isDue(tx.now, process)} order by id limit ${limit}`.execute(
    tx.db,
  )
  if (rows.length > 0) {
    const ids = rows.map((row) => row.id)
    await sql`update ${sql.table(table)} set next_at = ${tx.now + leaseSeconds}, taken_by = ${process}
      where ${inIds(tx.db, sql.ref('id'), ids)}`.execute(tx.db)
  }
  return rows
}

export async function deleteFromOutbox(tx: Tx, table: OutboxTable, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx.db)
}

/** Leaves rows for later; `at` is UNIX seconds. */
export async function postpone(
  tx: Tx,
  table: OutboxTable,
  ids: readonly number[],
  at: number,
): Promise<void> {
  if (ids.length === 0) return
  await sql`update ${sql.table(table)} set next_at = ${at}, taken_by = null
    where ${inIds(tx.db, sql.ref('id'), ids)}`.execute(tx.db)
}

/** Counts a failed attempt and leaves the row for later. */
export async function retryLater(tx: Tx, table: OutboxTable, id: number, at: number): Promise<void> {
  await sql`update ${sql.table(table)} set next_at = ${at}, taken_by = null, attempts = attempts + 1
    where id = ${id}`.execute(tx.db)
}
