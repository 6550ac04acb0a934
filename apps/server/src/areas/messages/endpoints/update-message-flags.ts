import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { handle } from '#call/call.ts'
import { foreseeFlags, updateFlags } from '../flags/update-flags.ts'

export const updateMessageFlagsHandler = handle(
  updateMessageFlags,
  async ({ caller, directory, transact }, { messages, op, flag }) => {
    const updated = await transact((tx) => updateFlags(tx, directory, caller, { ids: messages, op, flag }), {
      foresees: () => foreseeFlags(messages),
    })
    return { messages: updated.messages, ignored_because_not_subscribed_channels: updated.notSubscribed }
  },
)
