import { deleteReminder } from '@tagma/contract/endpoints/scheduled/delete-reminder.ts'
import { handle } from '#call/call.ts'
import { deleteReminder as remove } from '../set-reminder.ts'

export const deleteReminderHandler = handle(deleteReminder, async ({ caller, transact }, { reminder_id }) => {
  await transact((tx) => remove(tx, caller, reminder_id))
  return {}
})
