import { deleteSavedSnippet } from '@tagma/contract/endpoints/snippets/delete-saved-snippet.ts'
import { handle } from '#call/call.ts'
import { deleteSnippet } from '../delete-snippet.ts'

export const deleteSavedSnippetHandler = handle(
  deleteSavedSnippet,
  async ({ caller, transact }, { saved_snippet_id }) => {
    await transact((tx) => deleteSnippet(tx, caller, saved_snippet_id))
    return {}
  },
)
