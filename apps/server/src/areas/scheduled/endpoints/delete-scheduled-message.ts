import { deleteScheduledMessage as endpoint } from '@tagma/contract/endpoints/scheduled/delete-scheduled-message.ts'
import { handle } from '#call/call.ts'
import { deleteScheduledMessage } from '../schedule-message.ts'

export const deleteScheduledMessageHandler = handle(
  endpoint,
  async ({ caller, transact }, { scheduled_message_id }) => {
    await transact((tx) => deleteScheduledMessage(tx, caller, scheduled_message_id))
    return {}
  },
)
