import * as z from 'zod'
import { field } from '../define.ts'

/** The kinds of custom profile fields. */
export const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  PARAGRAPH: { id: 2, name: 'Paragraph' },
  DROPDOWN: { id: 3, name: 'Dropdown' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

export const profileFieldType = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
  z.literal(7),
  z.literal(8),
])
export type ProfileFieldType = z.output<typeof profileFieldType>

/** A custom profile field of the organization. */
export const profileField = z.strictObject({
  id: field(z.int(), 'Id of the field.'),
  name: field(z.string(), 'Name of the field.'),
  type: field(
    profileFieldType,
    'The type: 1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
  ),
  hint: field(z.string(), 'A hint for people who fill in the field.'),
  field_data: field(z.string(), 'JSON: the options, or the kind of external account. Empty for other types.'),
  order: field(z.int(), 'The place of the field in the order of fields.'),
  display_in_profile_summary: field(
    z.literal(true).optional(),
    'Present if the short profile shows the field.',
    { since: 146 },
  ),
  required: field(z.boolean(), 'Whether everybody should fill in the field.', { since: 244 }),
  editable_by_user: field(z.boolean(), 'Whether users who are not administrators may fill in the field.', {
    since: 296,
  }),
  use_for_user_matching: field(
    z.literal(true).optional(),
    'Present if the typeahead for users searches this field.',
    { since: 455 },
  ),
})
export type ProfileField = z.output<typeof profileField>

/** A new value of a field: a string, or ids for fields of users. Null removes the value. */
export const profileValueChange = z.object({
  id: z.int().nonnegative(),
  value: z.union([z.string(), z.array(z.int().nonnegative())]).nullable(),
})
export type ProfileValueChange = z.output<typeof profileValueChange>

/** The kinds of external accounts that need no pattern of their own. */
export const defaultExternalAccounts = {
  twitter: {
    text: 'Twitter',
    name: 'Twitter username',
    hint: 'Enter your Twitter username',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    text: 'GitHub',
    name: 'GitHub username',
    hint: 'Enter your GitHub username',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const
