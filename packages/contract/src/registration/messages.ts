import * as z from 'zod'
import { field } from '../define.ts'

/** The messages' part of the registration response. */
export const messagesRegistration = {
  max_message_id: field(
    z.int().optional(),
    'Id of the newest message the user received; -1 when there is none.',
    { deprecated: 1 },
  ),
  unread_msgs: field(
    z
      .strictObject({
        count: field(z.int(), 'Number of unread messages.'),
        pms: field(
          z.array(
            z.strictObject({
              other_user_id: z.int(),
              sender_id: z.int(),
              unread_message_ids: z.array(z.int()),
            }),
          ),
          'Direct messages with one other person.',
        ),
        streams: field(
          z.array(
            z.strictObject({ stream_id: z.int(), topic: z.string(), unread_message_ids: z.array(z.int()) }),
          ),
          'Channel messages.',
        ),
        huddles: field(
          z.array(z.strictObject({ user_ids_string: z.string(), unread_message_ids: z.array(z.int()) })),
          'Direct messages among several people.',
        ),
        mentions: field(z.array(z.int()), 'Those of all these that mention the user.'),
        old_unreads_missing: field(z.boolean(), 'True when there were more than can be listed.'),
      })
      .optional(),
    'Unread messages by conversation; the newest ones where there are very many.',
  ),
  starred_messages: field(z.array(z.int()).optional(), 'Ids of the starred messages.'),
  server_report_message_types: field(
    z.array(z.strictObject({ key: z.string(), name: z.string() })).optional(),
    'Why messages can be reported, with the words to show.',
    { since: 435 },
  ),
  recent_private_conversations: field(
    z.array(z.strictObject({ user_ids: z.array(z.int()), max_message_id: z.int() })).optional(),
    'Direct conversations with the id of their newest message.',
  ),
}
