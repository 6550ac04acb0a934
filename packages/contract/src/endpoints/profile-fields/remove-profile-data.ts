import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const removeProfileData = endpoint({
  id: 'remove-profile-data',
  method: 'DELETE',
  path: '/users/me/profile_data',
  role: 'guest',
  bots: false,
  summary: 'Empty custom profile fields of your own.',
  params: { data: json(z.array(z.int().nonnegative()), 'Ids of the fields.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'There is no such field, or only administrators can fill it in.' }],
  example: { request: { data: [4] }, response: {} },
})
