import type { Reminder, ScheduledMessage } from '@tagma/contract/objects/scheduled-message.ts'
import { must } from '#model/must.ts'
import type { ScheduledRow } from '#store/personal/scheduled-messages.ts'

const common = (row: ScheduledRow) => ({
  content: row.content,
  rendered_content: row.rendered,
  scheduled_delivery_timestamp: row.deliver_at,
  failed: row.has_failed === 1,
})

/** A scheduled message as the API gives it. */
export function presentScheduled(row: ScheduledRow): ScheduledMessage {
  return {
    scheduled_message_id: row.id,
    ...(row.channel_id === null
      ? { type: 'private', to: JSON.parse(row.recipients) as number[] }
      : { type: 'stream', to: row.channel_id, topic: row.topic }),
    ...common(row),
  }
}

/** A reminder as the API gives it. */
export function presentReminder(row: ScheduledRow): Reminder {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.user_id],
    ...common(row),
    reminder_target_message_id: must(row.target_message_id, 'a reminder names no message'),
  }
}
