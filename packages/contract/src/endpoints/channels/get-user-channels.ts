import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getUserChannels = endpoint({
  id: 'get-user-channels',
  method: 'GET',
  path: '/users/{user_id}/channels',
  role: 'guest',
  scope: 'channels:read',
  since: 440,
  summary: 'List the channels of a user that you may see.',
  params: { user_id: inPath(id('user'), 'The user.') },
  returns: { subscribed_channel_ids: field(z.array(z.int()), 'Ids of the channels.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The user does not exist.' }],
  changes: [{ level: 458, text: 'The user may be a bot.' }],
  example: { request: { user_id: 10 }, response: { subscribed_channel_ids: [5, 8] } },
})
