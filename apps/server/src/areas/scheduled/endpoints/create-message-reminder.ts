import { createMessageReminder } from '@tagma/contract/endpoints/scheduled/create-message-reminder.ts'
import { handle } from '#call/call.ts'
import { setReminder } from '../set-reminder.ts'

export const createMessageReminderHandler = handle(
  createMessageReminder,
  async ({ caller, client, directory, services }, args) => ({
    reminder_id: await setReminder(services, directory, caller, {
      messageId: args.message_id,
      deliverAt: args.scheduled_delivery_timestamp,
      note: args.note ?? '',
      client,
    }),
  }),
)
