import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { handle } from '#call/call.ts'
import { removeReaction as remove } from '../remove-reaction.ts'

export const removeReactionHandler = handle(
  removeReaction,
  async ({ caller, directory, transact }, { message_id, ...named }) => {
    await transact((tx) => remove(tx, directory, caller, message_id, named))
    return {}
  },
)
