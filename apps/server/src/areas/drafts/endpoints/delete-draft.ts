import { deleteDraft as endpoint } from '@tagma/contract/endpoints/drafts/delete-draft.ts'
import { handle } from '#call/call.ts'
import { deleteDraft } from '../delete-drafts.ts'

export const deleteDraftHandler = handle(endpoint, async ({ caller, transact }, { draft_id }) => {
  await transact((tx) => deleteDraft(tx, caller, draft_id))
  return {}
})
