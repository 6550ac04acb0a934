import { getSavedSnippets } from '@tagma/contract/endpoints/snippets/get-saved-snippets.ts'
import { handle } from '#call/call.ts'
import { listSnippets } from '../list-snippets.ts'

export const getSavedSnippetsHandler = handle(getSavedSnippets, async ({ caller, db }) => ({
  saved_snippets: await listSnippets(db, caller),
}))
