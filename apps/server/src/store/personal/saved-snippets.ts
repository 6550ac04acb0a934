import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { SavedSnippetsTable } from '#store/sql/tables/personal.ts'

export type SavedSnippetRow = Selectable<SavedSnippetsTable>

const ofUser = prepared((db, p: { user: number }) =>
  db.selectFrom('saved_snippets').selectAll().where('user_id', '=', p.user).orderBy('id'),
)

/** A user's snippets, oldest first. */
export async function savedSnippetsOf(db: Db, userId: number): Promise<SavedSnippetRow[]> {
  return ofUser.all(db, { user: userId })
}

/** Adds a snippet and returns it with its id. */
export async function insertSavedSnippet(
  tx: Tx,
  snippet: Pick<SavedSnippetRow, 'user_id' | 'title' | 'content'>,
): Promise<SavedSnippetRow> {
  return tx.db
    .insertInto('saved_snippets')
    .values({ ...snippet, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a user's snippet and returns it; undefined if the user has no such snippet. */
export async function updateSavedSnippet(
  tx: Tx,
  userId: number,
  id: number,
  change: { title?: string; content?: string },
): Promise<SavedSnippetRow | undefined> {
  return tx.db
    .updateTable('saved_snippets')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a user's snippet; returns false if the user has no such snippet. */
export async function deleteSavedSnippetRow(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('saved_snippets')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
