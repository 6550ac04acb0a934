import * as z from 'zod'
import { field } from '../define.ts'

/** The messages' part of the registration response. */
export const messagesRegistration = {
  max_message_id: field(
    z.int().optional(),
    'Id of the newest message that the user received; -1 without messages.',
    { deprecated: 1 },
  ),
  unread_msgs: field(
    z
      .strictObject({
        count: field(
          z.int(),
          'The number of unread messages to show: all direct messages, and channel messages outside of muted topics.',
          {
            changes: [{ level: 213, text: 'Counts topics that are unmuted or followed in muted channels.' }],
          },
        ),
        pms: field(
          z.array(
            z.strictObject({
              other_user_id: field(z.int(), 'Id of the other person.'),
              sender_id: field(z.int(), 'The same id, as older clients know it.'),
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
              user_ids_string: field(z.string(), 'Ids of all participants, increasing, separated by commas.'),
              unread_message_ids: field(z.array(z.int()), 'Ids of the messages, increasing.'),
            }),
          ),
          'Direct messages among several people.',
        ),
        mentions: field(
          z.array(z.int()),
          'The unread messages that mention the user, and those outside of muted topics that mention everybody.',
        ),
        old_unreads_missing: field(z.boolean(), 'True if there were too many unread messages to list all.'),
      })
      .optional(),
    'Unread messages by conversation. If there are very many, only the newest. Fetched when both `message` and `update_message_flags` are.',
  ),
  starred_messages: field(z.array(z.int()).optional(), 'Ids of the starred messages.'),
  server_report_message_types: field(
    z
      .array(
        z.strictObject({
          key: field(z.string(), 'The value of `report_type`.'),
          name: field(z.string(), 'The words to show.'),
        }),
      )
      .optional(),
    'The reasons for reporting a message, with the words to show.',
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
    'Direct message conversations, each with the id of its newest message.',
  ),
}
