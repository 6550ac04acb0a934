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
        count: field(
          z.int(),
          'Number of unread messages to show: all direct ones, and those in channels outside of muted topics.',
          {
            changes: [
              { level: 213, text: 'Topics unmuted or followed in muted channels did not count before.' },
            ],
          },
        ),
        pms: field(
          z.array(
            z.strictObject({
              other_user_id: field(z.int(), 'Id of the other person.'),
              sender_id: field(z.int(), 'The same again, as older clients know it.'),
              unread_message_ids: field(z.array(z.int()), 'Ids of the messages, increasing.'),
            }),
          ),
          'Direct messages with one other person.',
        ),
        streams: field(
          z.array(
            z.strictObject({
              stream_id: field(z.int(), 'Id of the channel.'),
              topic: field(z.string(), 'The topic.'),
              unread_message_ids: field(z.array(z.int()), 'Ids of the messages, increasing.'),
            }),
          ),
          'Channel messages.',
        ),
        huddles: field(
          z.array(
            z.strictObject({
              user_ids_string: field(z.string(), 'Ids of all participants, increasing, with commas between.'),
              unread_message_ids: field(z.array(z.int()), 'Ids of the messages, increasing.'),
            }),
          ),
          'Direct messages among several people.',
        ),
        mentions: field(
          z.array(z.int()),
          'Those of all these that mention the user, and those outside of muted topics that mention everybody.',
        ),
        old_unreads_missing: field(z.boolean(), 'True when there were more than can be listed.'),
      })
      .optional(),
    'Unread messages by conversation; the newest ones where there are very many. Fetched with `message` and `update_message_flags` together.',
  ),
  starred_messages: field(z.array(z.int()).optional(), 'Ids of the starred messages.'),
  server_report_message_types: field(
    z
      .array(
        z.strictObject({
          key: field(z.string(), 'The value of `report_type`.'),
          name: field(z.string(), 'What to show for it.'),
        }),
      )
      .optional(),
    'Why messages can be reported, with the words to show.',
    { since: 435 },
  ),
  recent_private_conversations: field(
    z
      .array(
        z.strictObject({
          user_ids: field(z.array(z.int()), 'Ids of the other participants, increasing.'),
          max_message_id: field(z.int(), 'Id of the newest message.'),
        }),
      )
      .optional(),
    'Direct conversations with the id of their newest message.',
  ),
}
