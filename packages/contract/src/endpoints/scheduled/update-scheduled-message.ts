import * as z from 'zod'
import { either, endpoint, inPath, json, text } from '../../define.ts'
import { id, unixSeconds } from '../../primitives.ts'

export const updateScheduledMessage = endpoint({
  id: 'update-scheduled-message',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  role: 'guest',
  scope: 'messages:write',
  since: 184,
  summary: 'Change a scheduled message.',
  doc: 'Omitted parameters keep their values. A new `type` needs `to`. Setting a new time makes the server retry a message that could not be sent.',
  params: {
    scheduled_message_id: inPath(id('scheduled message'), 'The scheduled message.'),
    type: text(z.enum(['direct', 'channel', 'stream', 'private']).optional(), 'The new type.'),
    to: either(
      z.union([z.int(), z.array(z.int())]).optional(),
      'For a channel, its id. For direct messages, a list of user ids.',
    ),
    content: text(z.string().optional(), 'The new content.'),
    topic: text(z.string().optional(), 'The new topic; for channel messages.'),
    scheduled_delivery_timestamp: json(
      unixSeconds.optional(),
      'The new time in UNIX seconds. Required if the old time has passed.',
    ),
  },
  returns: {},
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'The channel does not exist, or the caller may not see it.' },
    {
      code: 'BAD_REQUEST',
      status: 404,
      when: 'The scheduled message does not exist, or is not the caller’s.',
    },
    {
      code: 'BAD_REQUEST',
      when: 'The request changes nothing, the time is not in the future, or the changed message is not valid.',
    },
  ],
  example: { request: { scheduled_message_id: 27, content: 'Hello' }, response: {} },
})
