import { deleteScheduledMessage } from '@tagma/contract/endpoints/scheduled/delete-scheduled-message.ts'
import { handle } from '#call/call.ts'
import { deleteScheduledMessage as remove } from '../schedule-message.ts'

export const deleteScheduledMessageHandler = handle(
  deleteScheduledMessage,
  async ({ caller, transact }, { scheduled_message_id }) => {
    await transact((tx) => remove(tx, caller, scheduled_message_id))
    return {}
  },
)
