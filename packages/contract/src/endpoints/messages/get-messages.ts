import * as z from 'zod'
import { either, endpoint, field, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { message } from '../../objects/message.ts'
import { anchorNumber, narrow } from '../../primitives.ts'

export const getMessages = endpoint({
  id: 'get-messages',
  method: 'GET',
  path: '/messages',
  role: 'guest',
  scope: 'messages:read',
  summary: 'Fetch messages around an anchor.',
  spectators:
    'Messages of web-public channels. The narrow must contain `channels:web-public`. Other terms allowed: `channel`, `topic`, `sender`, `has`, `search`, `near`, `id`, `with`.',
  params: {
    anchor: either(
      z.union([anchorNumber, z.enum(['newest', 'oldest', 'first_unread', 'date'])]).optional(),
      'The message to fetch around: an id, or `newest`, `oldest`, `first_unread`, `date`.',
      { changes: [{ level: 445, text: 'Added `date`.' }] },
    ),
    anchor_date: text(
      z.iso.datetime({ offset: true, local: true }).or(z.iso.date()).optional(),
      'For the anchor `date`: an ISO 8601 time. The anchor is the first message of the narrow at or after this time, or else the newest message.',
      { since: 445 },
    ),
    use_first_unread_anchor: json(
      z.boolean().default(false),
      'The older form of the anchor `first_unread`.',
      {
        deprecated: 1,
      },
    ),
    num_before: json(
      z.int().nonnegative().max(limits.maxMessagesPerFetch).default(0),
      'The number of messages to fetch before the anchor.',
    ),
    num_after: json(
      z.int().nonnegative().max(limits.maxMessagesPerFetch).default(0),
      'The number of messages to fetch after the anchor.',
    ),
    include_anchor: json(z.boolean().default(true), 'Whether to return the anchor itself.', {
      since: 155,
    }),
    narrow: json(narrow.default([]), 'The messages to choose from.'),
    client_gravatar: json(
      z.boolean().default(true),
      'Whether the client computes gravatar addresses itself.',
    ),
    apply_markdown: json(z.boolean().default(true), 'Whether `content` comes as HTML.'),
    message_ids: json(
      z.array(z.int()).optional(),
      'The ids of the messages to fetch, in place of an anchor.',
      {
        since: 300,
      },
    ),
    allow_empty_topic_name: json(
      z.boolean().default(false),
      'Whether the empty topic comes as an empty string. Otherwise it comes as `realm_empty_topic_display_name`.',
      { since: 334 },
    ),
  },
  returns: {
    anchor: field(
      anchorNumber.optional(),
      'The id of the anchor. 10000000000000000 if the narrow has no such message.',
    ),
    found_newest: field(z.boolean(), 'Whether the answer holds the newest message of the narrow.'),
    found_oldest: field(z.boolean(), 'Whether the answer holds the oldest message of the narrow.'),
    found_anchor: field(z.boolean(), 'Whether the answer holds the anchor.'),
    history_limited: field(z.boolean(), 'Whether a plan hides older messages. Always false on this server.'),
    messages: field(
      z.array(message),
      'The messages, oldest first. Very long messages make the answer shorter: it holds some ten million letters at most. `found_oldest` and `found_newest` say if there are more messages.',
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The anchor is missing, the narrow is not valid, `message_ids` comes with an anchor or a number of messages, or its messages are too long for one answer.',
    },
  ],
  example: {
    request: { anchor: 'newest', num_before: 100, narrow: [{ operator: 'channel', operand: 'design' }] },
    response: {
      anchor: 31,
      found_newest: true,
      found_oldest: true,
      found_anchor: true,
      history_limited: false,
      messages: [{ id: 31, content: '<p>Warm <strong>grey</strong>?</p>' }],
    },
  },
})
