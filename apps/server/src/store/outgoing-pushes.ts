import type { Insertable, Selectable } from 'kysely'
import type { Db } from './db.ts'
import { insertMany } from './insert-many.ts'
import type { OutgoingPushesTable } from './push-tables.ts'
import type { Tx } from './transactions.ts'

export type OutgoingPushRow = Selectable<OutgoingPushesTable>

/** Puts notifications into the outbox with this transaction's changes; a job hands them over. */
export async function insertPushes(
  tx: Tx,
  pushes: readonly Pick<
    Insertable<OutgoingPushesTable>,
    'notification_id' | 'user_id' | 'device_id' | 'legacy_token_id' | 'payload'
  >[],
): Promise<void> {
  await insertMany(
    tx.db,
    'outgoing_pushes',
    pushes.map((push) => ({
      ...push,
      organization_id: tx.organizationId,
      created_at: tx.now,
      attempts: 0,
      next_at: tx.now,
    })),
  )
}

/** Whether notifications are due at a time in UNIX seconds. */
export async function hasDuePushes(db: Db, organizationId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('outgoing_pushes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('next_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes notifications that are due, so that nobody else takes them before `leaseSeconds` have passed. */
export async function takeDuePushes(tx: Tx, limit: number, leaseSeconds: number): Promise<OutgoingPushRow[]> {
  const rows = await tx.db
    .selectFrom('outgoing_pushes')
    .selectAll()
    .where('organization_id', '=', tx.organizationId)
    .where('next_at', '<=', tx.now)
    .orderBy('id')
    .limit(limit)
    .execute()
  await postponePushes(
    tx,
    rows.map((row) => row.id),
    tx.now + leaseSeconds,
  )
  return rows
}

export async function deletePushes(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .deleteFrom('outgoing_pushes')
    .where('id', 'in', [...ids])
    .execute()
}

/** Leaves notifications for later; `at` is UNIX seconds. */
export async function postponePushes(tx: Tx, ids: readonly number[], at: number): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .updateTable('outgoing_pushes')
    .set({ next_at: at })
    .where('id', 'in', [...ids])
    .execute()
}

/** Counts a failed attempt and leaves the notification for later. */
export async function retryPush(tx: Tx, row: OutgoingPushRow, at: number): Promise<void> {
  await tx.db
    .updateTable('outgoing_pushes')
    .set({ next_at: at, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .execute()
}
