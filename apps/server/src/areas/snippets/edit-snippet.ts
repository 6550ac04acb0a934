import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateSavedSnippet } from '#store/personal/saved-snippets.ts'
import { missingSnippet } from './delete-snippet.ts'
import { presentSnippet } from './present.ts'

/** Changes the given fields of a user's snippet. */
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
