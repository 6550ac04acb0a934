import { updateLinkifier } from '@tagma/contract/endpoints/linkifiers/update-linkifier.ts'
import { handle } from '#call/call.ts'
import { changeLinkifier as update } from '../change-linkifiers.ts'

export const updateLinkifierHandler = handle(updateLinkifier, async ({ directory, transact }, args) => {
  await transact((tx) => update(tx, directory, args))
  return {}
})
