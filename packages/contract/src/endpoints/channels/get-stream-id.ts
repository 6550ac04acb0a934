import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getStreamId = endpoint({
  id: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  role: 'guest',
  scope: 'channels:read',
  summary: 'Get the id of a channel by its name.',
  params: { stream: text(z.string(), 'The name of the channel. Upper and lower case do not matter.') },
  returns: { stream_id: field(id('channel'), 'Id of the channel.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the caller may not see it.' }],
  example: { request: { stream: 'design' }, response: { stream_id: 5 } },
})
