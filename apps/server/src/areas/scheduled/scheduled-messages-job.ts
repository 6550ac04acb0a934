import type { Job } from '#jobs/job.ts'
import { sendDueMessages } from './send-due-messages.ts'

/** Sends scheduled messages and reminders at their time. */
export const scheduledMessagesJob: Job = {
  name: 'scheduled-messages',
  everySeconds: 5,
  once: true,
  awaits: 'scheduled_messages',
  run: sendDueMessages,
}
