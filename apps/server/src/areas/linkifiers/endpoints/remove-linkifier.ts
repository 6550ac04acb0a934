import { removeLinkifier as endpoint } from '@tagma/contract/endpoints/linkifiers/remove-linkifier.ts'
import { handle } from '#call/call.ts'
import { removeLinkifier } from '../change-linkifiers.ts'

export const removeLinkifierHandler = handle(endpoint, async ({ directory, transact }, { filter_id }) => {
  await transact((tx) => removeLinkifier(tx, directory, filter_id))
  return {}
})
