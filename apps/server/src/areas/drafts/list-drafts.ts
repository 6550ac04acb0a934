import type { Draft } from '@tagma/contract/objects/draft.ts'
import type { UserRecord } from '#model/records.ts'
import { draftsOf } from '#store/personal/drafts.ts'
import type { Db } from '#store/sql/db.ts'
import { presentDraft } from './present.ts'

/** Lists a user's drafts, the last edited one first. */
export async function listDrafts(db: Db, user: UserRecord): Promise<Draft[]> {
  return (await draftsOf(db, user.id)).map(presentDraft)
}
