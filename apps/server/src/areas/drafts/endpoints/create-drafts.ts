import { createDrafts as endpoint } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { handle } from '#call/call.ts'
import { createDrafts } from '../create-drafts.ts'

export const createDraftsHandler = handle(endpoint, async ({ caller, directory, transact }, { drafts }) => ({
  ids: await transact((tx) => createDrafts(tx, directory, caller, drafts)),
}))
