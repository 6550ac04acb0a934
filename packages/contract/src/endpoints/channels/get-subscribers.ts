import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getSubscribers = endpoint({
  id: 'get-subscribers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  role: 'guest',
  scope: 'channels:read',
  summary: 'List the subscribers of a channel.',
  params: { stream_id: inPath(id('channel'), 'The channel.') },
  returns: { subscribers: field(z.array(z.int()), 'Ids of the active subscribers.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the caller may not see it.' }],
  changes: [{ level: 480, text: 'Finds archived channels too.' }],
  example: { request: { stream_id: 5 }, response: { subscribers: [10, 11] } },
})
