import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { handle } from '#call/call.ts'
import { isPersonal } from '#http/client-name.ts'
import { scheduleMessage } from '../schedule-message.ts'

export const createScheduledMessageHandler = handle(
  createScheduledMessage,
  async ({ caller, client, directory, services }, args) => ({
    scheduled_message_id: await scheduleMessage(services, directory, caller, {
      type: args.type,
      to: args.to,
      topic: args.topic,
      content: args.content,
      deliverAt: args.scheduled_delivery_timestamp,
      client,
      readBySender: args.read_by_sender ?? isPersonal(client),
    }),
  }),
)
