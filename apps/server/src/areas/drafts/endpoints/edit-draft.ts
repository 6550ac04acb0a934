import { editDraft } from '@tagma/contract/endpoints/drafts/edit-draft.ts'
import { handle } from '#call/call.ts'
import { editDraft as edit } from '../edit-draft.ts'

export const editDraftHandler = handle(
  editDraft,
  async ({ caller, directory, transact }, { draft_id, draft }) => {
    await transact((tx) => edit(tx, directory, caller, draft_id, draft))
    return {}
  },
)
