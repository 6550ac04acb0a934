import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { handle } from '#call/call.ts'
import { addLinkifier as add } from '../change-linkifiers.ts'

export const addLinkifierHandler = handle(addLinkifier, async ({ directory, transact }, args) => ({
  id: await transact((tx) => add(tx, directory, args)),
}))
