import type { Reminder, ScheduledMessage } from '@tagma/contract/objects/scheduled-message.ts'
import type { UserRecord } from '#model/records.ts'
import { scheduledFor } from '#store/personal/scheduled-messages.ts'
import type { Db } from '#store/sql/db.ts'
import { presentReminder, presentScheduled } from './present.ts'

/** Lists a user's messages that wait to be sent, the next one first. */
export async function listScheduledMessages(db: Db, user: UserRecord): Promise<ScheduledMessage[]> {
  return (await scheduledFor(db, user.id, 'message')).map(presentScheduled)
}

/** Lists a user's reminders, the next one first. */
export async function listReminders(db: Db, user: UserRecord): Promise<Reminder[]> {
  return (await scheduledFor(db, user.id, 'reminder')).map(presentReminder)
}
