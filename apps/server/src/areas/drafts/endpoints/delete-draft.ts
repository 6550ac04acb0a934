import { deleteDraft } from '@tagma/contract/endpoints/drafts/delete-draft.ts'
import { handle } from '#call/call.ts'
import { deleteDraft as remove } from '../delete-drafts.ts'

export const deleteDraftHandler = handle(deleteDraft, async ({ caller, transact }, { draft_id }) => {
  await transact((tx) => remove(tx, caller, draft_id))
  return {}
})
