import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getStreamId = endpoint({
  id: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  role: 'guest',
  summary: 'Get the id of a channel by its name.',
  params: { stream: text(z.string(), 'Name of the channel, in any case.') },
  returns: { stream_id: field(id('channel'), 'Id of the channel.') },
  errors: [{ code: 'BAD_REQUEST', when: 'There is no such channel, or the caller may not know it.' }],
  example: { request: { stream: 'design' }, response: { stream_id: 5 } },
})
