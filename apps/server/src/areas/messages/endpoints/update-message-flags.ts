import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { handle } from '#call/call.ts'
import { updateFlags } from '../flags/update-flags.ts'
import { foreseeFinding } from '../require-message.ts'

export const updateMessageFlagsHandler = handle(
  updateMessageFlags,
  async ({ caller, directory, transact }, { messages, op, flag }) => {
    const updated = await transact((tx) => updateFlags(tx, directory, caller, { ids: messages, op, flag }), {
      foresees: () => foreseeFinding(messages),
    })
    return { messages: updated.messages, ignored_because_not_subscribed_channels: updated.notSubscribed }
  },
)
