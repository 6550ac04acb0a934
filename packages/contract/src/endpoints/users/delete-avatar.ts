import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const deleteAvatar = endpoint({
  id: 'delete-avatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  role: 'guest',
  summary: 'Remove the picture of yourself.',
  params: {},
  returns: { avatar_url: field(z.string(), 'Address of the picture that takes its place.') },
  errors: [{ code: 'BAD_REQUEST', when: 'Only administrators may change pictures.' }],
  example: {
    request: {},
    response: { avatar_url: 'https://secure.gravatar.com/avatar/0?d=identicon&version=3' },
  },
})
