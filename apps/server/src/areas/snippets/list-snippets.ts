import type { SavedSnippet } from '@tagma/contract/objects/saved-snippet.ts'
import type { UserRecord } from '#model/records.ts'
import { savedSnippetsOf } from '#store/personal/saved-snippets.ts'
import type { Db } from '#store/sql/db.ts'
import { presentSnippet } from './present.ts'

/** Lists a user's snippets, oldest first. */
export async function listSnippets(db: Db, user: UserRecord): Promise<SavedSnippet[]> {
  return (await savedSnippetsOf(db, user.id)).map(presentSnippet)
}
