import { updateLinkifier } from '@tagma/contract/endpoints/linkifiers/update-linkifier.ts'
import { handle } from '#call/call.ts'
import { changeLinkifier } from '../change-linkifiers.ts'

export const updateLinkifierHandler = handle(updateLinkifier, async ({ directory, transact }, args) => {
  await transact((tx) => changeLinkifier(tx, directory, args))
  return {}
})
