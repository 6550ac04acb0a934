import * as z from 'zod'
import { either, endpoint, field, json, text } from '../../define.ts'
import { buttons } from '../../objects/buttons.ts'

export const sendMessage = endpoint({
  id: 'send-message',
  method: 'POST',
  path: '/messages',
  role: 'guest',
  scope: 'messages:write',
  incomingWebhooks: true,
  limit: 'send_message',
  repeated: 'handler',
  summary: 'Send a message.',
  doc: 'Sent again under the same `Idempotency-Key`, the message is sent once, whatever the second call says.',
  params: {
    type: text(
      z.enum(['direct', 'channel', 'stream', 'private']),
      '`channel` or `direct`; `stream` and `private` are their older names.',
      {
        changes: [
          { level: 174, text: 'Added `direct`.' },
          { level: 248, text: 'Added `channel`.' },
        ],
      },
    ),
    to: either(
      z.union([z.int(), z.string(), z.array(z.int()), z.array(z.string())]),
      'For a channel, its name or id. For direct messages, a list of user ids or of email addresses.',
    ),
    content: text(
      z.string(),
      'Markdown of at most `max_message_length` code points. If its HTML would exceed 200,000 letters, the message is shown as typed.',
    ),
    topic: text(z.string().optional(), 'The topic; for channel messages.', {
      changes: [{ level: 370, text: 'May be omitted where the empty topic is allowed.' }],
    }),
    subject: text(z.string().optional(), 'The older name of `topic`.', { deprecated: 1 }),
    queue_id: text(
      z.string().optional(),
      'The queue of the sending client. Its `message` event carries `local_message_id`.',
    ),
    local_id: text(
      z.string().optional(),
      'An id that the client gives to the message. If a request is repeated with the same `queue_id` and `local_id`, the message is sent only once, and the answer is the same.',
    ),
    read_by_sender: json(
      z.boolean().optional(),
      'Whether the sender has read the message. True by default for clients that people use, false for programs.',
      { since: 236 },
    ),
    widget_content: json(
      buttons.optional(),
      'Buttons below the message; for bots only. Clients that show no buttons show the content alone. To change them, the bot sends them again to `POST /submessage`.',
    ),
  },
  returns: {
    id: field(z.int(), 'Id of the message.'),
    automatic_new_visibility_policy: field(
      z.int().optional(),
      'The new visibility policy of the topic, if sending changed it.',
      { since: 218 },
    ),
  },
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'The channel does not exist, or the caller may not see it.' },
    {
      code: 'BAD_REQUEST',
      when: 'The content is empty or too long, a recipient is unknown or deactivated, the caller may not post there, or a person sends `widget_content`.',
    },
    {
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      when: 'The message mentions everybody in a large channel, and the caller may not do this.',
    },
    {
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      when: 'The message mentions everybody in a large topic, and the caller may not do this.',
    },
  ],
  example: {
    request: { type: 'channel', to: 'design', topic: 'colors', content: 'Warm **grey**?' },
    response: { id: 31 },
  },
})
