import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const reorderCustomProfileFields = endpoint({
  id: 'reorder-custom-profile-fields',
  method: 'PATCH',
  path: '/realm/profile_fields',
  role: 'administrator',
  summary: 'Put the custom profile fields in another order.',
  params: { order: json(z.array(z.int().nonnegative()), 'The ids of all fields in the new order.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The list does not name every field once.' }],
  example: { request: { order: [3, 2, 1] }, response: {} },
})
