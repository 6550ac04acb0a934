import { editDraft as endpoint } from '@tagma/contract/endpoints/drafts/edit-draft.ts'
import { handle } from '#call/call.ts'
import { editDraft } from '../edit-draft.ts'

export const editDraftHandler = handle(
  endpoint,
  async ({ caller, directory, transact }, { draft_id, draft }) => {
    await transact((tx) => editDraft(tx, directory, caller, draft_id, draft))
    return {}
  },
)
