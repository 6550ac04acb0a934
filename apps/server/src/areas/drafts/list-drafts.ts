import type { Draft } from '@tagma/contract/objects/draft.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Db } from '#store/db.ts'
import { draftsOf } from '#store/drafts.ts'
import { presentDraft } from './present.ts'

/** A user's drafts, the last edited one first. */
export async function listDrafts(db: Db, user: UserRecord): Promise<Draft[]> {
  return (await draftsOf(db, user.id)).map(presentDraft)
}
