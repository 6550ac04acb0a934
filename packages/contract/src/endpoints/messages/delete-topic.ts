import * as z from 'zod'
import { endpoint, field, inPath, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteTopic = endpoint({
  id: 'delete-topic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  role: 'administrator',
  scope: 'organization',
  summary: 'Delete a topic with all its messages.',
  doc: 'Deletes the newest messages first, in batches. Call again while `complete` is false.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    topic_name: text(
      z.string(),
      'The topic. The value of `realm_empty_topic_display_name` means the empty topic.',
      { changes: [{ level: 334, text: 'May be empty.' }] },
    ),
  },
  returns: {
    complete: field(z.boolean(), 'False if the time ran out before all messages were deleted.', {
      since: 211,
    }),
  },
  changes: [
    { level: 154, text: 'Replaces the error `partially_completed` of a partial deletion.' },
    { level: 211, text: 'Added `complete`.' },
    { level: 256, text: 'Channel update events carry the new `first_message_id`.' },
  ],
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the caller may not read it.' }],
  example: { request: { stream_id: 5, topic_name: 'colors' }, response: { complete: true } },
})
