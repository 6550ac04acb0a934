import { editSavedSnippet } from '@tagma/contract/endpoints/snippets/edit-saved-snippet.ts'
import { handle } from '#call/call.ts'
import { editSnippet } from '../edit-snippet.ts'

export const editSavedSnippetHandler = handle(
  editSavedSnippet,
  async ({ caller, transact }, { saved_snippet_id, ...change }) => {
    await transact((tx) => editSnippet(tx, caller, saved_snippet_id, change))
    return {}
  },
)
