import * as z from 'zod'
import { event, field } from '../define.ts'
import { profileField } from '../objects/profile-field.ts'

export const customProfileFieldsEvent = event({
  type: 'custom_profile_fields',
  doc: 'The custom profile fields changed. Fields that are no longer listed are gone, and so are their values.',
  fields: { fields: field(z.array(profileField), 'All fields, in their order.') },
  example: {
    type: 'custom_profile_fields',
    fields: [{ id: 1, name: 'Phone number', type: 1, hint: '', order: 1 }],
    id: 65544,
  },
})
