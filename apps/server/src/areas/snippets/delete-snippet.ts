import type { UserRecord } from '#model/records.ts'
import { Missing } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteSavedSnippetRow } from '#store/personal/saved-snippets.ts'

export const missingSnippet = () => new Missing('Saved snippet does not exist.')

/** Deletes one of a user's snippets. */
export async function deleteSnippet(tx: Tx, user: UserRecord, id: number): Promise<void> {
  if (!(await deleteSavedSnippetRow(tx, user.id, id))) throw missingSnippet()
  tx.emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, { users: [user.id] })
}
