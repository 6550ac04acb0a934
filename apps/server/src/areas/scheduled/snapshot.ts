import { limits } from '@tagma/contract/limits.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { listReminders, listScheduledMessages } from './list-scheduled.ts'

/** The scheduled messages' part of the registration response. */
export const scheduledSnapshot: Snapshot = async ({ db, user, wants }) => ({
  ...(wants('scheduled_messages') ? { scheduled_messages: await listScheduledMessages(db, user) } : {}),
  ...(wants('reminders') ? { reminders: await listReminders(db, user) } : {}),
  ...(wants('realm') ? { max_reminder_note_length: limits.maxReminderNoteLength } : {}),
})
