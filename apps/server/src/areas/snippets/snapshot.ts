import type { Snapshot } from '#call/snapshot.ts'
import { listSnippets } from './list-snippets.ts'

/** The snippets' part of the registration response. */
export const snippetSnapshot: Snapshot = async ({ db, user, wants }) =>
  wants('saved_snippets') ? { saved_snippets: await listSnippets(db, user) } : {}
