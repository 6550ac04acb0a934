import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const reorderCustomProfileFields = endpoint({
  id: 'reorder-custom-profile-fields',
  method: 'PATCH',
  path: '/realm/profile_fields',
  role: 'administrator',
  scope: 'organization',
  summary: 'Change the order of the custom profile fields.',
  params: { order: json(z.array(z.int().nonnegative()), 'The ids of all fields, in the new order.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The order does not hold every field exactly once.' }],
  example: { request: { order: [3, 2, 1] }, response: {} },
})
