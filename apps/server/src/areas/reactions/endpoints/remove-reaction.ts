import { removeReaction as endpoint } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { handle } from '#call/call.ts'
import { foreseeReaction } from '../foresee-reaction.ts'
import { removeReaction } from '../remove-reaction.ts'

export const removeReactionHandler = handle(
  endpoint,
  async ({ caller, directory, transact }, { message_id, ...named }) => {
    await transact((tx) => removeReaction(tx, directory, caller, message_id, named), {
      foresees: () => foreseeReaction(message_id),
    })
    return {}
  },
)
