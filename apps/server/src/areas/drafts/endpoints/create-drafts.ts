import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { handle } from '#call/call.ts'
import { createDrafts as create } from '../create-drafts.ts'

export const createDraftsHandler = handle(
  createDrafts,
  async ({ caller, directory, transact }, { drafts }) => ({
    ids: await transact((tx) => create(tx, directory, caller, drafts)),
  }),
)
