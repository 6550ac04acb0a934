import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { user } from '../../objects/user.ts'

export const getOwnUser = endpoint({
  id: 'get-own-user',
  method: 'GET',
  path: '/users/me',
  role: 'guest',
  scope: 'any',
  summary: 'Fetch your own user.',
  params: {},
  returns: {
    ...user.shape,
    profile_data: user.shape.profile_data,
    max_message_id: field(z.int(), 'Id of the newest message that the user received; -1 without messages.', {
      deprecated: 1,
    }),
  },
  example: {
    request: {},
    response: { user_id: 10, full_name: 'Iris', email: 'iris@example.com', is_bot: false },
  },
})
