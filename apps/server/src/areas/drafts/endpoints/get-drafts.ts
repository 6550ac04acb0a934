import { getDrafts } from '@tagma/contract/endpoints/drafts/get-drafts.ts'
import { handle } from '#call/call.ts'
import { listDrafts } from '../list-drafts.ts'

export const getDraftsHandler = handle(getDrafts, async ({ caller, db }) => {
  const drafts = await listDrafts(db, caller)
  return { count: drafts.length, drafts }
})
