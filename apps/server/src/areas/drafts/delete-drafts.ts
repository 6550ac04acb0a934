import type { UserRecord } from '#model/records.ts'
import { Missing } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteDraftRow, draftsOf } from '#store/personal/drafts.ts'

export const missingDraft = () => new Missing('Draft does not exist')

/** Deletes one of a user's drafts. */
export async function deleteDraft(tx: Tx, user: UserRecord, id: number): Promise<void> {
  if (!(await deleteDraftRow(tx, user.id, id))) throw missingDraft()
  tx.emit({ type: 'drafts', op: 'remove', draft_id: id }, { users: [user.id] })
}

/** Deletes all of a user's drafts, when the user switches off `enable_drafts_synchronization`. */
export async function deleteAllDrafts(tx: Tx, user: UserRecord): Promise<void> {
  for (const { id } of await draftsOf(tx.db, user.id)) await deleteDraft(tx, user, id)
}
