import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const messageSnapshot = z.strictObject({
  topic: field(z.string(), 'The topic after the change.'),
  content: field(z.string(), 'The Markdown after the change.'),
  rendered_content: field(z.string(), 'The HTML after the change.'),
  timestamp: field(z.int(), 'UNIX seconds of the change.'),
  user_id: field(z.int().nullable(), 'Id of the user who made the change.'),
  prev_topic: field(z.string().optional(), 'The topic before the change, if it changed.'),
  stream: field(z.int().optional(), 'Id of the channel after the change, if it changed.', { since: 118 }),
  prev_stream: field(z.int().optional(), 'Id of the channel before the change, if it changed.', { since: 1 }),
  prev_content: field(z.string().optional(), 'The Markdown before the change, if it changed.'),
  prev_rendered_content: field(z.string().optional(), 'The HTML before the change, if it changed.'),
  content_html_diff: field(
    z.string().optional(),
    'The HTML with insertions and deletions marked, if the content changed.',
  ),
})

export const getMessageHistory = endpoint({
  id: 'get-message-history',
  method: 'GET',
  path: '/messages/{message_id}/history',
  role: 'guest',
  scope: 'messages:read',
  summary: 'Fetch a message’s earlier versions.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    allow_empty_topic_name: json(
      z.boolean().default(false),
      'Whether the empty topic comes as an empty string. Otherwise it comes as `realm_empty_topic_display_name`.',
      { since: 334 },
    ),
  },
  returns: {
    message_history: field(
      z.array(messageSnapshot),
      'The message after each change, oldest first. If there are many long versions, only the newest.',
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist, the caller may not read it, or the organization hides earlier versions.',
    },
  ],
  example: {
    request: { message_id: 31 },
    response: {
      message_history: [
        {
          topic: 'colors',
          content: 'Grey?',
          rendered_content: '<p>Grey?</p>',
          timestamp: 1767603600,
          user_id: 10,
        },
      ],
    },
  },
})
