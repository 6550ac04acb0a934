import * as z from 'zod'
import { event, field } from '../define.ts'
import { messageFlags, propagateModes, topicLink } from '../objects/message.ts'

export const updateMessageEvent = event({
  type: 'update_message',
  doc: 'A message was edited, or messages were moved to another topic or channel.',
  fields: {
    user_id: field(
      z.int().nullable(),
      'Id of the user who made the change. Null if the server only rendered the message again.',
    ),
    rendering_only: field(z.boolean(), 'True if only the HTML changed, for example by a preview.', {
      since: 114,
    }),
    message_id: field(z.int(), 'The message whose content changed or that was moved.'),
    message_ids: field(
      z.array(z.int()),
      'All messages that the change of topic or channel applies to, ascending. Includes `message_id`.',
      { changes: [{ level: 393, text: 'Ascending.' }] },
    ),
    flags: field(z.array(z.enum(messageFlags)), 'The user’s flags on `message_id` after the change.'),
    edit_timestamp: field(z.int(), 'UNIX seconds.'),
    stream_name: field(z.string().optional(), 'Name of the channel before the change. For channel messages.'),
    stream_id: field(z.int().optional(), 'Id of the channel before the change. For channel messages.'),
    new_stream_id: field(z.int().optional(), 'Id of the channel after the change, if it changed.'),
    propagate_mode: field(
      z.enum(propagateModes).optional(),
      'The `propagate_mode` of the request, if messages were moved.',
    ),
    orig_subject: field(z.string().optional(), 'The topic before the change, if messages were moved.'),
    subject: field(z.string().optional(), 'The topic after the change, if it changed.'),
    topic_links: field(z.array(topicLink).optional(), 'The links in the topic, if it changed.'),
    orig_content: field(z.string().optional(), 'The Markdown before the change, if it changed.'),
    orig_rendered_content: field(z.string().optional(), 'The HTML before the change, if it changed.'),
    content: field(z.string().optional(), 'The Markdown after the change, if it changed.'),
    rendered_content: field(z.string().optional(), 'The HTML after the change, if it changed.'),
    is_me_message: field(
      z.boolean().optional(),
      'Whether the content starts with `/me `, if the content changed.',
    ),
  },
  example: {
    type: 'update_message',
    user_id: 10,
    rendering_only: false,
    message_id: 31,
    message_ids: [31],
    flags: ['read'],
    edit_timestamp: 1767603600,
    stream_name: 'design',
    stream_id: 5,
    orig_content: 'Grey?',
    orig_rendered_content: '<p>Grey?</p>',
    content: 'Warm grey?',
    rendered_content: '<p>Warm grey?</p>',
    is_me_message: false,
    id: 65536,
  },
})
