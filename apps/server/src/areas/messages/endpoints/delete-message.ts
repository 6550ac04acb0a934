import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { handle } from '#call/call.ts'
import { deleteMessage as remove } from '../delete/delete-messages.ts'

export const deleteMessageHandler = handle(
  deleteMessage,
  async ({ caller, directory, transact }, { message_id }) => {
    await transact((tx) => remove(tx, directory, caller, message_id))
    return {}
  },
)
