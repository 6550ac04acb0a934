import * as z from 'zod'
import { event, field } from '../define.ts'
import { reminder } from '../objects/scheduled-message.ts'

const example = {
  reminder_id: 17,
  type: 'private' as const,
  to: [10],
  content: 'Hi',
  rendered_content: '<p>Hi</p>',
  scheduled_delivery_timestamp: 1681662420,
  failed: false,
  reminder_target_message_id: 31,
}

export const remindersAddEvent = event({
  type: 'reminders',
  op: 'add',
  since: 399,
  doc: 'The user set reminders.',
  fields: { reminders: field(z.array(reminder), 'The new reminders.') },
  example: { type: 'reminders', op: 'add', reminders: [example], id: 65536 },
})

export const remindersRemoveEvent = event({
  type: 'reminders',
  op: 'remove',
  since: 399,
  doc: 'A reminder was sent or deleted.',
  fields: { reminder_id: field(z.int(), 'Id of the reminder.') },
  example: { type: 'reminders', op: 'remove', reminder_id: 17, id: 65537 },
})
