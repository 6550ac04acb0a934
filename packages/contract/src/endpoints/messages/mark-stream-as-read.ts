import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const markStreamAsRead = endpoint({
  id: 'mark-stream-as-read',
  method: 'POST',
  path: '/mark_stream_as_read',
  role: 'guest',
  scope: 'messages:write',
  deprecated: 1,
  summary: 'Mark all messages of a channel as read.',
  params: { stream_id: json(id('channel'), 'The channel.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the caller may not read it.' }],
  example: { request: { stream_id: 5 }, response: {} },
})
