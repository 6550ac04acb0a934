import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const removeProfileData = endpoint({
  id: 'remove-profile-data',
  method: 'DELETE',
  path: '/users/me/profile_data',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Clear custom profile fields of yours.',
  params: { data: json(z.array(z.int().nonnegative()), 'Ids of the fields.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'A field does not exist, or only administrators may fill it in.' }],
  example: { request: { data: [4] }, response: {} },
})
