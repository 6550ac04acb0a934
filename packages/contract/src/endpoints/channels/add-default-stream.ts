import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const addDefaultStream = endpoint({
  id: 'add-default-stream',
  method: 'POST',
  path: '/default_streams',
  role: 'administrator',
  scope: 'organization',
  summary: 'Subscribe all new users to a channel.',
  params: { stream_id: json(id('channel'), 'The channel. It must not be private.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or is private or archived.' }],
  example: { request: { stream_id: 5 }, response: {} },
})
