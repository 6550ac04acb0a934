import * as z from 'zod'
import { endpoint, json } from '../../define.ts'
import { profileValueChange } from '../../objects/profile-field.ts'

export const updateProfileData = endpoint({
  id: 'update-profile-data',
  method: 'PATCH',
  path: '/users/me/profile_data',
  role: 'guest',
  bots: false,
  summary: 'Fill in custom profile fields of your own.',
  params: { data: json(z.array(profileValueChange), 'Fields and their values.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such field, the value does not fit it, or only administrators can fill it in.',
    },
  ],
  example: { request: { data: [{ id: 4, value: '0' }] }, response: {} },
})
