import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { handle } from '#call/call.ts'
import { addSnippet } from '../add-snippet.ts'

export const createSavedSnippetHandler = handle(
  createSavedSnippet,
  async ({ caller, transact }, snippet) => ({
    saved_snippet_id: await transact((tx) => addSnippet(tx, caller, snippet)),
  }),
)
