import type { ReactionRow } from '#model/message-parts.ts'
import type { Tx } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'

const reactionsOf = prepared((db, p: { messages: string }) =>
  db
    .selectFrom('reactions')
    .selectAll()
    .where(inIdText(db, 'message_id', p.messages))
    .orderBy('id'),
)

/** The reactions to messages, oldest first, by message; messages without any are left out. */
export async function reactionsTo(
  db: Db,
  messageIds: readonly number[],
): Promise<Map<number, ReactionRow[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reactionsOf.all(db, { messages: JSON.stringify(messageIds) })
  return Map.groupBy(rows, (row) => row.message_id)
}

/** Adds a reaction; returns false if the user has this reaction already. */
export async function insertReaction(tx: Tx, reaction: Omit<ReactionRow, 'id'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('reactions')
    .values(reaction)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteReaction(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('reactions').where('id', '=', id).execute()
}
