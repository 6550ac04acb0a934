import * as z from 'zod'
import { either, endpoint, field, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { anchorNumber, narrow } from '../../primitives.ts'

export const updateMessageFlagsForNarrow = endpoint({
  id: 'update-message-flags-for-narrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  role: 'guest',
  scope: 'messages:write',
  since: 155,
  summary: 'Add or remove a flag on the messages around an anchor.',
  params: {
    anchor: either(
      z.union([anchorNumber, z.enum(['newest', 'oldest', 'first_unread', 'date'])]),
      'The message to begin at: an id, or `newest`, `oldest`, `first_unread`, `date`.',
    ),
    anchor_date: text(
      z.iso.datetime({ offset: true, local: true }).or(z.iso.date()).optional(),
      'For the anchor `date`: an ISO 8601 time.',
      { since: 445 },
    ),
    include_anchor: json(z.boolean().default(true), 'Whether the range includes the anchor itself.'),
    num_before: json(
      z.int().nonnegative(),
      `The number of messages before the anchor. At most ${limits.maxMessagesPerFetch} are taken.`,
    ),
    num_after: json(
      z.int().nonnegative(),
      `The number of messages after the anchor. At most ${limits.maxMessagesPerFetch} are taken.`,
    ),
    narrow: json(narrow, 'The messages to choose from.'),
    op: text(z.enum(['add', 'remove']), 'Whether to add or remove the flag.'),
    flag: text(z.string(), '`read`, `starred` or `collapsed`.'),
  },
  returns: {
    processed_count: field(z.int(), 'The number of messages in the range.'),
    updated_count: field(z.int(), 'The number of messages whose flag changed.'),
    first_processed_id: field(
      z.int().nullable(),
      'The id of the oldest message of the range, if it has one.',
    ),
    last_processed_id: field(z.int().nullable(), 'The id of the newest message of the range, if it has one.'),
    found_oldest: field(z.boolean(), 'Whether the range reaches the oldest message of the narrow.'),
    found_newest: field(z.boolean(), 'Whether the range reaches the newest message of the narrow.'),
    ignored_because_not_subscribed_channels: field(
      z.array(z.int()),
      'The channels whose messages cannot be marked as unread, because the caller is not subscribed.',
      { since: 355 },
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The flag does not exist or cannot be set, or the narrow or the anchor is not valid.',
    },
  ],
  example: {
    request: {
      anchor: 'oldest',
      num_before: 0,
      num_after: 1000,
      narrow: [{ operator: 'is', operand: 'unread' }],
      op: 'add',
      flag: 'read',
    },
    response: {
      processed_count: 2,
      updated_count: 2,
      first_processed_id: 31,
      last_processed_id: 32,
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    },
  },
})
