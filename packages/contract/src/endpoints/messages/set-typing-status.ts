import * as z from 'zod'
import { either, endpoint, json, text } from '../../define.ts'

export const setTypingStatus = endpoint({
  id: 'set-typing-status',
  method: 'POST',
  path: '/typing',
  role: 'guest',
  scope: 'messages:write',
  repeated: 'again',
  summary: 'Report that you started or stopped typing.',
  params: {
    type: text(
      z.enum(['direct', 'stream', 'channel', 'private']).default('direct'),
      'The kind of message that is being written.',
      { since: 58 },
    ),
    op: text(z.enum(['start', 'stop']), 'Whether writing started or stopped.'),
    to: either(
      z.union([z.array(z.int()), z.array(z.string()), z.int()]).optional(),
      'The ids of the recipients of a direct message. From older clients also a list that holds the channel id.',
    ),
    stream_id: json(z.int().optional(), 'The channel.', { since: 215 }),
    topic: text(
      z.string().optional(),
      'The topic. `(no topic)` and the value of `realm_empty_topic_display_name` mean the empty topic.',
      {
        changes: [
          { level: 334, text: 'May be empty.' },
          { level: 372, text: '`(no topic)` means the empty topic.' },
        ],
      },
    ),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A recipient or the channel does not exist, or the caller may not write there.',
    },
  ],
  example: { request: { type: 'direct', op: 'start', to: [10] }, response: {} },
})
