import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'
import { profileFieldErrors, profileFieldParameters } from './create-custom-profile-field.ts'

export const updateCustomProfileField = endpoint({
  id: 'update-custom-profile-field',
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  role: 'administrator',
  scope: 'organization',
  summary: 'Change a custom profile field.',
  doc: 'When options of a list are removed, users who chose them lose this value.',
  params: { field_id: inPath(z.int().nonnegative(), 'Id of the field.'), ...profileFieldParameters },
  returns: {},
  errors: profileFieldErrors,
  example: { request: { field_id: 9, name: 'Telephone' }, response: {} },
})
