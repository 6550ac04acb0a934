import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertSavedSnippet } from '#store/personal/saved-snippets.ts'
import { presentSnippet } from './present.ts'

/** Saves a snippet and returns its id. */
export async function addSnippet(
  tx: Tx,
  user: UserRecord,
  { title, content }: { title: string; content: string },
): Promise<number> {
  const row = await insertSavedSnippet(tx, { user_id: user.id, title, content })
  tx.emit({ type: 'saved_snippets', op: 'add', saved_snippet: presentSnippet(row) }, { users: [user.id] })
  return row.id
}
