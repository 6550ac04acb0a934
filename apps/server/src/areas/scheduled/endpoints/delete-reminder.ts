import { deleteReminder as endpoint } from '@tagma/contract/endpoints/scheduled/delete-reminder.ts'
import { handle } from '#call/call.ts'
import { deleteReminder } from '../set-reminder.ts'

export const deleteReminderHandler = handle(endpoint, async ({ caller, transact }, { reminder_id }) => {
  await transact((tx) => deleteReminder(tx, caller, reminder_id))
  return {}
})
