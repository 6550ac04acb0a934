import type { NewDraft } from '@tagma/contract/objects/draft.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateDraft } from '#store/personal/drafts.ts'
import { missingDraft } from './delete-drafts.ts'
import { presentDraft } from './present.ts'
import { requireDraft } from './require-draft.ts'

/** Replaces a user's draft. */
export async function editDraft(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  id: number,
  draft: NewDraft,
): Promise<void> {
  const row = await requireDraft(tx, directory, user, draft)
  if (!(await updateDraft(tx, id, row))) throw missingDraft()
  tx.emit({ type: 'drafts', op: 'update', draft: presentDraft({ id, ...row }) }, { users: [user.id] })
}
