import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeDefaultStream = endpoint({
  id: 'remove-default-stream',
  method: 'DELETE',
  path: '/default_streams',
  role: 'administrator',
  scope: 'organization',
  summary: 'Stop subscribing new users to a channel.',
  params: { stream_id: json(id('channel'), 'The channel.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist.' }],
  example: { request: { stream_id: 5 }, response: {} },
})
