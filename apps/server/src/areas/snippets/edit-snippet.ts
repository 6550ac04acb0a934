import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { updateSavedSnippet } from '#store/saved-snippets.ts'
import type { Tx } from '#store/transactions.ts'
import { missingSnippet } from './delete-snippet.ts'
import { presentSnippet } from './present.ts'

/** Changes what is given of a user's snippet. */
export async function editSnippet(
  tx: Tx,
  user: UserRecord,
  id: number,
  { title, content }: { title?: string | undefined; content?: string | undefined },
): Promise<void> {
  if (title === undefined && content === undefined) {
    throw badRequest('No new data is supplied: pass `title`, `content` or both')
  }
  const row = await updateSavedSnippet(tx, user.id, id, {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content }),
  })
  if (!row) throw missingSnippet()
  tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet: presentSnippet(row) }, { users: [user.id] })
}
