import { updateScheduledMessage } from '@tagma/contract/endpoints/scheduled/update-scheduled-message.ts'
import { handle } from '#call/call.ts'
import { changeScheduledMessage } from '../schedule-message.ts'

export const updateScheduledMessageHandler = handle(
  updateScheduledMessage,
  async (
    { caller, directory, services },
    { scheduled_message_id, scheduled_delivery_timestamp, ...change },
  ) => {
    await changeScheduledMessage(services, directory, caller, scheduled_message_id, {
      ...change,
      deliverAt: scheduled_delivery_timestamp,
    })
    return {}
  },
)
