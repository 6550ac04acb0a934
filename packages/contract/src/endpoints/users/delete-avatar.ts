import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const deleteAvatar = endpoint({
  id: 'delete-avatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  role: 'guest',
  scope: 'people:write',
  summary: 'Remove your picture.',
  params: {},
  returns: { avatar_url: field(z.string(), 'The address of the picture that replaces it.') },
  errors: [{ code: 'BAD_REQUEST', when: 'Only administrators may change pictures.' }],
  example: {
    request: {},
    response: { avatar_url: 'https://secure.gravatar.com/avatar/0?d=identicon&version=3' },
  },
})
