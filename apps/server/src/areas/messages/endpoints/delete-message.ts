import { deleteMessage as endpoint } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { handle } from '#call/call.ts'
import { deleteMessage } from '../delete/delete-messages.ts'

export const deleteMessageHandler = handle(
  endpoint,
  async ({ caller, directory, transact }, { message_id }) => {
    await transact((tx) => deleteMessage(tx, directory, caller, message_id))
    return {}
  },
)
