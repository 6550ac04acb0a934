import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const muteUser = endpoint({
  id: 'mute-user',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  role: 'guest',
  since: 48,
  summary: 'Mute a user.',
  doc: 'What they wrote is read for the caller at once, and what they write later from the beginning, so that no notification tells of it. Hiding it is up to clients.',
  params: { muted_user_id: inPath(z.int().nonnegative(), 'Id of the user.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'There is no such user, it is oneself, or they are muted already.' }],
  example: { request: { muted_user_id: 10 }, response: {} },
})
