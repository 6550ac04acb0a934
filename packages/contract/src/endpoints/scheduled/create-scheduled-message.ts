import * as z from 'zod'
import { either, endpoint, field, json, text } from '../../define.ts'
import { unixSeconds } from '../../primitives.ts'

export const createScheduledMessage = endpoint({
  id: 'create-scheduled-message',
  method: 'POST',
  path: '/scheduled_messages',
  role: 'guest',
  scope: 'messages:write',
  since: 179,
  summary: 'Schedule a message.',
  params: {
    type: text(
      z.enum(['direct', 'channel', 'stream', 'private']),
      '`channel` or `direct`; `stream` and `private` are their older names.',
    ),
    to: either(
      z.union([z.int(), z.array(z.int())]),
      'For a channel, its id. For direct messages, a list of user ids.',
    ),
    content: text(z.string(), 'Markdown of at most `max_message_length` code points.'),
    topic: text(z.string().optional(), 'The topic; for channel messages.'),
    scheduled_delivery_timestamp: json(unixSeconds, 'The time of sending in UNIX seconds.'),
    read_by_sender: json(
      z.boolean().optional(),
      'Whether the message counts as read by its sender. True by default for clients that people use.',
      { since: 236 },
    ),
  },
  returns: { scheduled_message_id: field(z.int(), 'Id of the scheduled message.') },
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'The channel does not exist, or the caller may not see it.' },
    {
      code: 'BAD_REQUEST',
      when: 'The time is not in the future, the content is empty or too long, a recipient is unknown, or the caller may not post there.',
    },
  ],
  example: {
    request: {
      type: 'channel',
      to: 14,
      topic: 'colors',
      content: 'Hi',
      scheduled_delivery_timestamp: 3165826990,
    },
    response: { scheduled_message_id: 27 },
  },
})
