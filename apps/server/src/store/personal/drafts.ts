import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { DraftsTable } from '#store/sql/tables/personal.ts'

export type DraftRow = Selectable<DraftsTable>

const ofUser = prepared((db, p: { user: number }) =>
  db
    .selectFrom('drafts')
    .selectAll()
    .where('user_id', '=', p.user)
    .orderBy('edited_at', 'desc')
    .orderBy('id', 'desc'),
)

/** A user's drafts, the last edited one first. */
export async function draftsOf(db: Db, userId: number): Promise<DraftRow[]> {
  return ofUser.all(db, { user: userId })
}

/** Adds a draft and returns its id. */
export async function insertDraft(tx: Tx, row: Insertable<DraftsTable>): Promise<number> {
  const { id } = await tx.db.insertInto('drafts').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Replaces a user's draft; returns false if the user has no such draft. */
export async function updateDraft(tx: Tx, id: number, row: Insertable<DraftsTable>): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('drafts')
    .set(row)
    .where('id', '=', id)
    .where('user_id', '=', row.user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a user's draft; returns false if the user has no such draft. */
export async function deleteDraftRow(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('drafts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
