import * as z from 'zod'
import { event, field } from '../define.ts'
import { scheduledMessage } from '../objects/scheduled-message.ts'

const example = {
  scheduled_message_id: 27,
  type: 'stream' as const,
  to: 14,
  topic: 'colors',
  content: 'Hi',
  rendered_content: '<p>Hi</p>',
  scheduled_delivery_timestamp: 1681662420,
  failed: false,
}

export const scheduledMessagesAddEvent = event({
  type: 'scheduled_messages',
  op: 'add',
  since: 179,
  doc: 'The user scheduled messages.',
  fields: { scheduled_messages: field(z.array(scheduledMessage), 'The new scheduled messages.') },
  example: { type: 'scheduled_messages', op: 'add', scheduled_messages: [example], id: 65536 },
})

export const scheduledMessagesUpdateEvent = event({
  type: 'scheduled_messages',
  op: 'update',
  since: 179,
  doc: 'The user changed a scheduled message, or sending it failed.',
  fields: { scheduled_message: field(scheduledMessage, 'The scheduled message after the change.') },
  example: { type: 'scheduled_messages', op: 'update', scheduled_message: example, id: 65537 },
})

export const scheduledMessagesRemoveEvent = event({
  type: 'scheduled_messages',
  op: 'remove',
  since: 179,
  doc: 'A scheduled message was sent or deleted.',
  fields: { scheduled_message_id: field(z.int(), 'Id of the scheduled message.') },
  example: { type: 'scheduled_messages', op: 'remove', scheduled_message_id: 27, id: 65538 },
})
