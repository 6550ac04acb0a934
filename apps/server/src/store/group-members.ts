import { insertMany } from './insert-many.ts'
import type { Tx } from './transactions.ts'

/** Adds users to a group; those who are in it already stay. */
export async function insertGroupMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  await insertMany(
    tx.db,
    'user_group_members',
    userIds.map((user_id) => ({ group_id: groupId, user_id })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
  tx.touch('groups', groupId)
}
