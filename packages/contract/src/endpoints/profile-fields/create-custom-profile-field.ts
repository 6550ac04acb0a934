import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { profileFieldType } from '../../objects/profile-field.ts'

/** What a field has besides its type. */
export const profileFieldParameters = {
  name: text(z.string().optional(), 'Name of the field, at most 40 code points.'),
  hint: text(z.string().optional(), 'Help for those who fill it in, at most 80 code points.'),
  field_data: json(
    z.record(z.string(), z.unknown()).optional(),
    'For lists the options, `{"vim": {"text": "Vim", "order": "1"}}`. For external accounts `{"subtype": "github"}`, or `custom` with a `url_pattern` that holds `%(username)s`.',
  ),
  display_in_profile_summary: json(
    z.boolean().optional(),
    'Whether the field belongs to the short profile: at most two do, and none of users.',
    { since: 146, changes: [{ level: 476, text: 'Allowed for long texts.' }] },
  ),
  required: json(z.boolean().optional(), 'Whether everybody should fill it in.', { since: 244 }),
  editable_by_user: json(
    z.boolean().optional(),
    'Whether users who are no administrators can fill it in; true at first.',
    { since: 296 },
  ),
  use_for_user_matching: json(
    z.boolean().optional(),
    'Whether the field helps to find users by typing; short texts and external accounts only.',
    { since: 455 },
  ),
}

export const profileFieldErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'A field has the name already, the name is missing, a text is too long, the options make no list, or the short profile is full.',
  },
] as const

export const createCustomProfileField = endpoint({
  id: 'create-custom-profile-field',
  method: 'POST',
  path: '/realm/profile_fields',
  role: 'administrator',
  summary: 'Create a custom profile field.',
  params: {
    field_type: json(
      profileFieldType,
      '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
      { changes: [{ level: 151, text: 'Added 8.' }] },
    ),
    ...profileFieldParameters,
  },
  returns: { id: field(z.int(), 'Id of the field.') },
  errors: profileFieldErrors,
  example: { request: { field_type: 1, name: 'Phone number' }, response: { id: 9 } },
})
