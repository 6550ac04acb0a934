import * as z from 'zod'
import { endpoint, json } from '../../define.ts'
import { profileValueChange } from '../../objects/profile-field.ts'

export const updateProfileData = endpoint({
  id: 'update-profile-data',
  method: 'PATCH',
  path: '/users/me/profile_data',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Fill in custom profile fields of yours.',
  params: { data: json(z.array(profileValueChange), 'The fields and their values.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A field does not exist, a value does not fit its field, or only administrators may fill it in.',
    },
  ],
  example: { request: { data: [{ id: 4, value: '0' }] }, response: {} },
})
