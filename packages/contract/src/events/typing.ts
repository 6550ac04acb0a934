import * as z from 'zod'
import { event, field } from '../define.ts'

const person = z.strictObject({
  user_id: field(z.int(), 'Id of the user.'),
  email: field(z.string(), 'API email address of the user.'),
})

const fields = {
  message_type: field(z.enum(['direct', 'stream']), 'The kind of message that is being written.'),
  sender: field(person, 'The user who is writing.'),
  recipients: field(
    z.array(person).optional(),
    'All participants, the sender included. For direct messages.',
  ),
  stream_id: field(z.int().optional(), 'Id of the channel. For channel messages.'),
  topic: field(z.string().optional(), 'The topic. For channel messages.'),
}

export const typingStartEvent = event({
  type: 'typing',
  op: 'start',
  doc: 'Somebody started writing a message that the user would receive.',
  fields,
  example: {
    type: 'typing',
    op: 'start',
    message_type: 'direct',
    sender: { user_id: 10, email: 'iris@example.com' },
    recipients: [
      { user_id: 10, email: 'iris@example.com' },
      { user_id: 11, email: 'otto@example.com' },
    ],
    id: 65537,
  },
})

export const typingStopEvent = event({
  type: 'typing',
  op: 'stop',
  doc: 'Somebody stopped writing.',
  fields,
  example: {
    type: 'typing',
    op: 'stop',
    message_type: 'direct',
    sender: { user_id: 10, email: 'iris@example.com' },
    recipients: [
      { user_id: 10, email: 'iris@example.com' },
      { user_id: 11, email: 'otto@example.com' },
    ],
    id: 65538,
  },
})
