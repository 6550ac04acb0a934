import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const muteUser = endpoint({
  id: 'mute-user',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  role: 'guest',
  scope: 'people:write',
  since: 48,
  summary: 'Mute a user.',
  doc: 'Messages of the muted user are marked as read for the caller, earlier ones at once and new ones when they arrive. So they cause no notifications. Clients decide whether to hide the messages.',
  params: { muted_user_id: inPath(z.int().nonnegative(), 'Id of the user.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The user does not exist, is the caller, or is already muted.' }],
  example: { request: { muted_user_id: 10 }, response: {} },
})
