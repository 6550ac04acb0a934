import * as z from 'zod'
import { event, field } from '../define.ts'
import { messageFlags, propagateModes, topicLink } from '../objects/message.ts'

export const updateMessageEvent = event({
  type: 'update_message',
  doc: 'A message was edited, or messages were moved to another topic or channel.',
  fields: {
    user_id: field(z.int().nullable(), 'Who did it; null for a mere rendering.'),
    rendering_only: field(z.boolean(), 'True when only the HTML changed, as for a preview.', { since: 114 }),
    message_id: field(z.int(), 'The message whose content changed, or that was moved.'),
    message_ids: field(
      z.array(z.int()),
      'All messages that the change of topic or channel applies to, ascending; `message_id` among them.',
      { changes: [{ level: 393, text: 'Ascending.' }] },
    ),
    flags: field(z.array(z.enum(messageFlags)), 'The user’s flags of `message_id` after the change.'),
    edit_timestamp: field(z.int(), 'UNIX seconds.'),
    stream_name: field(z.string().optional(), 'Name of the channel before; for channel messages.'),
    stream_id: field(z.int().optional(), 'Id of the channel before; for channel messages.'),
    new_stream_id: field(z.int().optional(), 'Id of the channel after; when it changed.'),
    propagate_mode: field(z.enum(propagateModes).optional(), 'As asked for; when messages were moved.'),
    orig_subject: field(z.string().optional(), 'The topic before; when messages were moved.'),
    subject: field(z.string().optional(), 'The topic after; when it changed.'),
    topic_links: field(z.array(topicLink).optional(), 'The links in the topic; when it changed.'),
    orig_content: field(z.string().optional(), 'The Markdown before; when it changed.'),
    orig_rendered_content: field(z.string().optional(), 'The HTML before; when it changed.'),
    content: field(z.string().optional(), 'The Markdown after; when it changed.'),
    rendered_content: field(z.string().optional(), 'The HTML after; when it changed.'),
    is_me_message: field(z.boolean().optional(), 'Whether the content starts with `/me `; when it changed.'),
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
