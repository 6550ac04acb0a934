import { addReaction as endpoint } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { handle } from '#call/call.ts'
import { addReaction } from '../add-reaction.ts'
import { foreseeReaction } from '../foresee-reaction.ts'

export const addReactionHandler = handle(
  endpoint,
  async ({ caller, directory, transact }, { message_id, ...named }) => {
    await transact((tx) => addReaction(tx, directory, caller, message_id, named), {
      foresees: () => foreseeReaction(message_id),
    })
    return {}
  },
)
