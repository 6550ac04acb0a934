import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { handle } from '#call/call.ts'
import { addReaction as add } from '../add-reaction.ts'

export const addReactionHandler = handle(
  addReaction,
  async ({ caller, directory, transact }, { message_id, ...named }) => {
    await transact((tx) => add(tx, directory, caller, message_id, named))
    return {}
  },
)
