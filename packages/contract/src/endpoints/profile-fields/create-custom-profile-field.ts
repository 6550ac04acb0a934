import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { profileFieldType } from '../../objects/profile-field.ts'

/** The properties of a field except its type. */
export const profileFieldParameters = {
  name: text(z.string().optional(), 'Name of the field, at most 40 code points.'),
  hint: text(z.string().optional(), 'A hint for people who fill in the field, at most 80 code points.'),
  field_data: json(
    z.record(z.string(), z.unknown()).optional(),
    'For lists, the options: `{"vim": {"text": "Vim", "order": "1"}}`. For external accounts `{"subtype": "github"}`, or `custom` with a `url_pattern` that contains `%(username)s`.',
  ),
  display_in_profile_summary: json(
    z.boolean().optional(),
    'Whether the short profile shows the field. At most two fields can be shown, and no fields of users.',
    { since: 146, changes: [{ level: 476, text: 'Allowed for long texts.' }] },
  ),
  required: json(z.boolean().optional(), 'Whether everybody should fill in the field.', { since: 244 }),
  editable_by_user: json(
    z.boolean().optional(),
    'Whether users who are not administrators may fill in the field. True by default.',
    { since: 296 },
  ),
  use_for_user_matching: json(
    z.boolean().optional(),
    'Whether the typeahead for users searches this field. For short texts and external accounts only.',
    { since: 455 },
  ),
}

export const profileFieldErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The name is missing or taken, a text is too long, the options are not a valid list, or the short profile is full.',
  },
] as const

export const createCustomProfileField = endpoint({
  id: 'create-custom-profile-field',
  method: 'POST',
  path: '/realm/profile_fields',
  role: 'administrator',
  scope: 'organization',
  summary: 'Create a custom profile field.',
  params: {
    field_type: json(
      profileFieldType,
      'The type: 1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
      { changes: [{ level: 151, text: 'Added 8.' }] },
    ),
    ...profileFieldParameters,
  },
  returns: { id: field(z.int(), 'Id of the field.') },
  errors: profileFieldErrors,
  example: { request: { field_type: 1, name: 'Phone number' }, response: { id: 9 } },
})
