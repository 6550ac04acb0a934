import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tx } from '#store/log/transactions.ts'
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

/** What of one kind is still to be sent for a user, the next one first. */
export async function scheduledFor(db: Db, userId: number, kind: ScheduledKind): Promise<ScheduledRow[]> {
  return ofUser.all(db, { user: userId, kind })
}

/** One of them by id; undefined when the user has none of this id. */
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

/** What an organization is to send by now, oldest first, and has not failed to send. */
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

/** Changes a row that is as it was read; undefined when it is gone or has changed meanwhile. */
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

/** Deletes a row that is as it was read; false when it is gone or has changed meanwhile. */
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
