import { addLinkifier as endpoint } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { handle } from '#call/call.ts'
import { addLinkifier } from '../change-linkifiers.ts'

export const addLinkifierHandler = handle(endpoint, async ({ directory, transact }, args) => ({
  id: await transact((tx) => addLinkifier(tx, directory, args)),
}))
