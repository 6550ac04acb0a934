import * as z from 'zod'
import { either, endpoint, inPath, json, text } from '../../define.ts'
import { id, unixSeconds } from '../../primitives.ts'

export const updateScheduledMessage = endpoint({
  id: 'update-scheduled-message',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  role: 'guest',
  since: 184,
  summary: 'Change a message that is still to be sent.',
  doc: 'What is not passed stays as it is. A new `type` needs `to`. A message that could not be sent is tried again at its new time.',
  params: {
    scheduled_message_id: inPath(id('scheduled message'), 'The scheduled message.'),
    type: text(z.enum(['direct', 'channel', 'stream', 'private']).optional(), 'The new type.'),
    to: either(
      z.union([z.int(), z.array(z.int())]).optional(),
      'For a channel its id. For direct messages a list of user ids.',
    ),
    content: text(z.string().optional(), 'The new content.'),
    topic: text(z.string().optional(), 'The new topic; for channel messages.'),
    scheduled_delivery_timestamp: json(
      unixSeconds.optional(),
      'The new time in UNIX seconds; required when the old one has passed.',
    ),
  },
  returns: {},
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'No channel has this id, or the caller may not know it.' },
    {
      code: 'BAD_REQUEST',
      when: 'The caller has no such scheduled message, nothing is to be changed, the time is not in the future, or what would be sent is not valid.',
    },
  ],
  example: { request: { scheduled_message_id: 27, content: 'Hello' }, response: {} },
})
