import { endpoint, field, inPath } from '../../define.ts'
import { channel } from '../../objects/channel.ts'
import { id } from '../../primitives.ts'

export const getStreamById = endpoint({
  id: 'get-stream-by-id',
  method: 'GET',
  path: '/streams/{stream_id}',
  role: 'guest',
  scope: 'channels:read',
  since: 132,
  summary: 'Get a channel.',
  params: { stream_id: inPath(id('channel'), 'The channel. It may be archived.') },
  returns: { stream: field(channel, 'The channel.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the caller may not see it.' }],
  changes: [{ level: 480, text: 'Finds archived channels too.' }],
  example: { request: { stream_id: 5 }, response: { stream: { stream_id: 5, name: 'design' } } },
})
