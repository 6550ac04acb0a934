import { removeLinkifier } from '@tagma/contract/endpoints/linkifiers/remove-linkifier.ts'
import { handle } from '#call/call.ts'
import { removeLinkifier as remove } from '../change-linkifiers.ts'

export const removeLinkifierHandler = handle(
  removeLinkifier,
  async ({ directory, transact }, { filter_id }) => {
    await transact((tx) => remove(tx, directory, filter_id))
    return {}
  },
)
