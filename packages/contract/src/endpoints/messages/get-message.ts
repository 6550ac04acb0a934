import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { message } from '../../objects/message.ts'
import { id } from '../../primitives.ts'

export const getMessage = endpoint({
  id: 'get-message',
  method: 'GET',
  path: '/messages/{message_id}',
  role: 'guest',
  scope: 'messages:read',
  summary: 'Fetch a single message.',
  spectators: 'A message of a web-public channel.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    apply_markdown: json(z.boolean().default(true), 'Whether `content` comes as HTML.', { since: 120 }),
    allow_empty_topic_name: json(
      z.boolean().default(false),
      'Whether the empty topic comes as an empty string. Otherwise it comes as `realm_empty_topic_display_name`.',
      { since: 334 },
    ),
  },
  returns: {
    message: field(message, 'The message.'),
    raw_content: field(z.string(), 'The Markdown of the message.', { deprecated: 120 }),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The message does not exist, or the caller may not read it.' }],
  example: {
    request: { message_id: 31 },
    response: {
      message: { id: 31, content: '<p>Warm <strong>grey</strong>?</p>' },
      raw_content: 'Warm **grey**?',
    },
  },
})
