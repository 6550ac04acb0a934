import * as z from 'zod'
import { field } from '../define.ts'

const fields = {
  content: field(z.string(), 'Markdown.'),
  rendered_content: field(z.string(), 'The content as HTML.'),
  scheduled_delivery_timestamp: field(z.int(), 'The time of sending in UNIX seconds.'),
  failed: field(z.boolean(), 'Whether an attempt to send it failed.'),
}

/** A message to be sent later. */
export const scheduledMessage = z.strictObject({
  scheduled_message_id: field(z.int(), 'Id of the scheduled message.'),
  type: field(z.enum(['stream', 'private']), '`stream` for channel messages, `private` for direct ones.'),
  to: field(z.union([z.int(), z.array(z.int())]), 'The id of the channel, or the ids of the recipients.'),
  topic: field(z.string().optional(), 'The topic; only for channel messages.'),
  ...fields,
})
export type ScheduledMessage = z.output<typeof scheduledMessage>

/** A reminder: a direct message of the Notification Bot about one message. */
export const reminder = z.strictObject({
  reminder_id: field(z.int(), 'Id of the reminder.'),
  type: field(z.literal('private'), 'Always `private`.'),
  to: field(z.array(z.int()), 'The id of the user alone.'),
  ...fields,
  reminder_target_message_id: field(z.int(), 'Id of the message to be reminded of.'),
})
export type Reminder = z.output<typeof reminder>
