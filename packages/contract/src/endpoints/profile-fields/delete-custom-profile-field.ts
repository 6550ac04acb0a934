import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deleteCustomProfileField = endpoint({
  id: 'delete-custom-profile-field',
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  role: 'administrator',
  scope: 'organization',
  summary: 'Delete a custom profile field and all its values.',
  params: { field_id: inPath(z.int().nonnegative(), 'Id of the field.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The field does not exist.' }],
  example: { request: { field_id: 9 }, response: {} },
})
