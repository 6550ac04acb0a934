import { removeCodePlayground } from '@tagma/contract/endpoints/playgrounds/remove-code-playground.ts'
import { handle } from '#call/call.ts'
import { removePlayground } from '../change-playgrounds.ts'

export const removeCodePlaygroundHandler = handle(
  removeCodePlayground,
  async ({ directory, transact }, { playground_id }) => {
    await transact((tx) => removePlayground(tx, directory, playground_id))
    return {}
  },
)
