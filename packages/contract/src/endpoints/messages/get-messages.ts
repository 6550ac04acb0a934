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
  summary: 'Fetch messages around an anchor.',
  spectators:
    'Messages of web-public channels. The narrow has to have `channels:web-public`, and besides only what says nothing of the caller: `channel`, `topic`, `sender`, `has`, `search`, `near`, `id`, `with`.',
  params: {
    anchor: either(
      z.union([anchorNumber, z.enum(['newest', 'oldest', 'first_unread', 'date'])]).optional(),
      'The message to fetch around: an id, or `newest`, `oldest`, `first_unread`, `date`.',
      { changes: [{ level: 445, text: 'Added `date`.' }] },
    ),
    anchor_date: text(
      z.iso.datetime({ offset: true, local: true }).or(z.iso.date()).optional(),
      'With the anchor `date`: an ISO 8601 time; the anchor is the first message of the narrow that was sent then or later, or else the newest one.',
      { since: 445 },
    ),
    use_first_unread_anchor: json(z.boolean().default(false), 'The older way to say `first_unread`.', {
      deprecated: 1,
    }),
    num_before: json(
      z.int().nonnegative().max(limits.maxMessagesPerFetch).default(0),
      'How many messages before the anchor.',
    ),
    num_after: json(
      z.int().nonnegative().max(limits.maxMessagesPerFetch).default(0),
      'How many messages after the anchor.',
    ),
    include_anchor: json(z.boolean().default(true), 'Whether the anchor itself belongs to the answer.', {
      since: 155,
    }),
    narrow: json(narrow.default([]), 'Which messages are wanted.'),
    client_gravatar: json(
      z.boolean().default(true),
      'Whether the client computes gravatar addresses itself.',
    ),
    apply_markdown: json(z.boolean().default(true), 'Whether `content` comes as HTML.'),
    message_ids: json(z.array(z.int()).optional(), 'Exactly these messages, instead of an anchor.', {
      since: 300,
    }),
    allow_empty_topic_name: json(
      z.boolean().default(false),
      'Whether the empty topic comes as an empty string rather than as `realm_empty_topic_display_name`.',
      { since: 334 },
    ),
  },
  returns: {
    anchor: field(
      anchorNumber.optional(),
      'The message fetched around; 10000000000000000 when there was none.',
    ),
    found_newest: field(z.boolean(), 'Whether the newest message of the narrow is among them.'),
    found_oldest: field(z.boolean(), 'Whether the oldest message of the narrow is among them.'),
    found_anchor: field(z.boolean(), 'Whether the anchor is among them.'),
    history_limited: field(
      z.boolean(),
      'Whether older messages are kept from the caller by a plan; always false here.',
    ),
    messages: field(
      z.array(message),
      'The messages, oldest first: fewer than were asked for where they are long, some ten million letters together. `found_oldest` and `found_newest` say whether there are more.',
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
