import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const addDefaultStream = endpoint({
  id: 'add-default-stream',
  method: 'POST',
  path: '/default_streams',
  role: 'administrator',
  summary: 'Subscribe new users to a channel from now on.',
  params: { stream_id: json(id('channel'), 'The channel; not a private one.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'There is no such channel, or it is private or archived.' }],
  example: { request: { stream_id: 5 }, response: {} },
})
