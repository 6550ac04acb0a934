import type { Draft, NewDraft } from '@tagma/contract/objects/draft.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertDraft } from '#store/personal/drafts.ts'
import { presentDraft } from './present.ts'
import { requireDraft } from './require-draft.ts'

/** Saves drafts, all or none, and returns their ids in the same order. */
export async function createDrafts(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  drafts: readonly NewDraft[],
): Promise<number[]> {
  const made: Draft[] = []
  for (const draft of drafts) {
    const row = await requireDraft(tx, directory, user, draft)
    made.push(presentDraft({ id: await insertDraft(tx, row), ...row }))
  }
  if (made.length > 0) tx.emit({ type: 'drafts', op: 'add', drafts: made }, { users: [user.id] })
  return made.map((draft) => draft.id)
}
