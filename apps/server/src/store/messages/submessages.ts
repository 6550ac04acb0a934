import type { SubmessageRow } from '#model/message-parts.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'

const submessagesAmong = prepared((db, p: { messages: string }) =>
  db
    .selectFrom('submessages')
    .selectAll()
    .where(inIdText(db, 'message_id', p.messages))
    .orderBy('id'),
)

/** The submessages of messages, oldest first, by message; messages without any are left out. */
export async function submessagesOf(
  db: Db,
  messageIds: readonly number[],
): Promise<Map<number, SubmessageRow[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await submessagesAmong.all(db, { messages: JSON.stringify(messageIds) })
  return Map.groupBy(rows, (row) => row.message_id)
}

/** Adds a submessage and returns it with its id. */
export async function insertSubmessage(tx: Tx, row: Omit<SubmessageRow, 'id'>): Promise<SubmessageRow> {
  const { id } = await tx.db.insertInto('submessages').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, ...row }
}
