import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { userStatus } from '../../objects/user-status.ts'

export const getUserStatus = endpoint({
  id: 'get-user-status',
  method: 'GET',
  path: '/users/{user_id}/status',
  role: 'guest',
  scope: 'people:read',
  since: 262,
  summary: 'Fetch the status of a user.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.') },
  returns: { status: field(userStatus, 'The status. Empty if none is set.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The user does not exist, or the caller may not see them.' }],
  example: {
    request: { user_id: 10 },
    response: {
      status: {
        status_text: 'on vacation',
        emoji_name: 'car',
        emoji_code: '1f697',
        reaction_type: 'unicode_emoji',
      },
    },
  },
})
