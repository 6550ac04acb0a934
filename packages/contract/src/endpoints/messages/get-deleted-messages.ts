import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'

export const getDeletedMessages = endpoint({
  id: 'get-deleted-messages',
  method: 'GET',
  path: '/tagma/deleted_messages',
  role: 'moderator',
  scope: 'organization',
  summary: 'List deleted messages.',
  doc: 'Lists the messages that people deleted from channels in the last 90 days: author, place, and who deleted them. Their texts are not kept. A moderator sees what they could read if it were still there. Direct messages are not listed, nor is what went because its time was over. A message whose channel would not keep it any longer leaves the list. An endpoint of Tagma; Zulip has none for this.',
  params: {
    before: json(
      z.int().positive().optional(),
      'Only deletions with a smaller `id`: goes on with older ones.',
    ),
    limit: json(z.int().min(1).max(1000).default(100), 'The most deletions to answer.'),
  },
  returns: {
    deleted_messages: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the deletion.'),
          message_id: field(z.int(), 'Id that the message had.'),
          channel_id: field(z.int(), 'The channel that the message was deleted from.'),
          topic: field(z.string(), 'Name of its topic at that time; empty for the topic without a name.'),
          sender_id: field(z.int(), 'The author of the message.'),
          sent_at: field(z.int(), 'The time at which it was sent, in UNIX seconds.'),
          deleted_by: field(z.int(), 'The account that deleted it. It can be the author’s.'),
          deleted_at: field(z.int(), 'The time at which it was deleted, in UNIX seconds.'),
        }),
      ),
      'The newest deletion comes first. A topic that is deleted gives one for each of its messages.',
    ),
  },
  errors: [],
  example: {
    request: { limit: 1 },
    response: {
      deleted_messages: [
        {
          id: 12,
          message_id: 4711,
          channel_id: 5,
          topic: 'colors',
          sender_id: 10,
          sent_at: 1767603000,
          deleted_by: 9,
          deleted_at: 1767603600,
        },
      ],
    },
  },
})
