import * as z from 'zod'
import { endpoint, field, inPath, json, text } from '../../define.ts'
import { attachment } from '../../objects/attachment.ts'
import { propagateModes } from '../../objects/message.ts'
import { id } from '../../primitives.ts'

export const updateMessage = endpoint({
  id: 'update-message',
  method: 'PATCH',
  path: '/messages/{message_id}',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Edit a message, or move messages to another topic or channel.',
  doc: 'To resolve a topic, move it to `✔ ` followed by its name, with `propagate_mode` `change_all`.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    content: text(z.string().optional(), 'The new Markdown. Cannot be combined with `stream_id`.'),
    topic: text(z.string().optional(), 'The topic to move to.'),
    subject: text(z.string().optional(), 'The older name of `topic`.', { deprecated: 1 }),
    stream_id: json(id('channel').optional(), 'The channel to move to.', { since: 1 }),
    propagate_mode: text(
      z.enum(propagateModes).default('change_one'),
      'The messages to move: this one, this one and the later ones of its topic, or the whole topic.',
    ),
    send_notification_to_old_thread: json(
      z.boolean().default(false),
      'Whether a notice in the old topic names the new place.',
      { since: 9 },
    ),
    send_notification_to_new_thread: json(
      z.boolean().default(true),
      'Whether a notice in the new topic names the old place.',
      { since: 9 },
    ),
    prev_content_sha256: text(
      z.string().optional(),
      'The SHA-256 of the content that the client edited, in hexadecimal. The edit is refused if the content has changed since.',
      { since: 379 },
    ),
    no_previews: json(
      z.boolean().default(false),
      'Whether previews of linked pages are taken off the message. Its author may do so at any time; if the content stays, it does not count as an edit. A later edit brings them back.',
    ),
  },
  returns: {
    detached_uploads: field(
      z.array(attachment),
      'Uploads of the caller that are no longer linked by any message.',
      {
        since: 285,
      },
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist, nothing would change, the caller may not edit or move it, or it is too late to edit it.',
    },
    {
      code: 'STREAM_DOES_NOT_EXIST',
      when: 'The channel to move to does not exist, or the caller may not see it.',
    },
    {
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      when: 'The caller may move some of these messages, but not all.',
    },
    {
      code: 'EXPECTATION_MISMATCH',
      when: 'The content has changed: `prev_content_sha256` does not match it.',
    },
    {
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      when: 'The new content mentions everybody in a large channel, and the caller may not do this.',
    },
    {
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      when: 'The new content mentions everybody in a large topic, and the caller may not do this.',
    },
    {
      code: 'SERVER_UNAVAILABLE',
      when: 'Others kept changing the topic while its messages were to be moved; nothing was moved.',
    },
  ],
  example: {
    request: { message_id: 31, topic: 'palette', propagate_mode: 'change_all' },
    response: { detached_uploads: [] },
  },
})
