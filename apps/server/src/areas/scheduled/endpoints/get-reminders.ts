import { getReminders } from '@tagma/contract/endpoints/scheduled/get-reminders.ts'
import { handle } from '#call/call.ts'
import { listReminders } from '../list-scheduled.ts'

export const getRemindersHandler = handle(getReminders, async ({ caller, db }) => ({
  reminders: await listReminders(db, caller),
}))
