import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { profileField } from '../../objects/profile-field.ts'

export const getCustomProfileFields = endpoint({
  id: 'get-custom-profile-fields',
  method: 'GET',
  path: '/realm/profile_fields',
  role: 'guest',
  scope: 'people:read',
  summary: 'List the custom profile fields.',
  params: {},
  returns: { custom_fields: field(z.array(profileField), 'The fields, in their order.') },
  example: {
    request: {},
    response: { custom_fields: [{ id: 1, name: 'Phone number', type: 1, hint: '', order: 1 }] },
  },
})
