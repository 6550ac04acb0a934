import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { ScheduledMessagesTable } from '#store/sql/tables/personal.ts'

export type ScheduledRow = Selectable<ScheduledMessagesTable>
export type ScheduledKind = 'message' | 'reminder'

const ofUser = prepared((db, p: { user: number; kind: ScheduledKind }) =>
  db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('user_id', '=', p.user)
    .where('kind', '=', p.kind)
    .orderBy('deliver_at')
    .orderBy('id'),
)

/** A user's unsent messages or reminders, the next one first. */
export async function scheduledFor(db: Db, userId: number, kind: ScheduledKind): Promise<ScheduledRow[]> {
  return ofUser.all(db, { user: userId, kind })
}

/** One of them by id; undefined if the user has no such row. */
export async function findScheduled(
  db: Db,
  userId: number,
  kind: ScheduledKind,
  id: number,
): Promise<ScheduledRow | undefined> {
  return db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** An organization's due messages, oldest first, except those that failed. */
export async function dueMessages(
  db: Db,
  organizationId: number,
  now: number,
  limit: number,
): Promise<ScheduledRow[]> {
  return db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('has_failed', '=', 0)
    .where('deliver_at', '<=', now)
    .orderBy('deliver_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function insertScheduled(
  tx: Tx,
  row: Omit<Insertable<ScheduledMessagesTable>, 'organization_id'>,
): Promise<ScheduledRow> {
  return tx.db
    .insertInto('scheduled_messages')
    .values({ ...row, organization_id: tx.organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a row if it is as it was read; undefined if it was changed or deleted meanwhile. */
export async function updateScheduled(
  tx: Tx,
  before: ScheduledRow,
  change: Updateable<ScheduledMessagesTable>,
): Promise<ScheduledRow | undefined> {
  return tx.db
    .updateTable('scheduled_messages')
    .set(change)
    .where('id', '=', before.id)
    .where('content', '=', before.content)
    .where('deliver_at', '=', before.deliver_at)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a row if it is as it was read; returns false if it was changed or deleted meanwhile. */
export async function deleteScheduled(tx: Tx, before: ScheduledRow): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('scheduled_messages')
    .where('id', '=', before.id)
    .where('content', '=', before.content)
    .where('deliver_at', '=', before.deliver_at)
    .where('has_failed', '=', before.has_failed)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
