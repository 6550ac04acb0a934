import * as z from 'zod'
import { field } from '../define.ts'
import { profileField } from '../objects/profile-field.ts'

/** The custom profile fields' part of the registration response. */
export const profileFieldsRegistration = {
  custom_profile_fields: field(z.array(profileField).optional(), 'All fields in their order.'),
  custom_profile_field_types: field(
    z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() })).optional(),
    'The types that fields can have.',
  ),
  realm_default_external_accounts: field(
    z
      .record(
        z.string(),
        z.strictObject({
          text: z.string(),
          name: z.string(),
          hint: z.string(),
          url_pattern: z.string(),
        }),
      )
      .optional(),
    'The kinds of external accounts that are known without a pattern of their own.',
  ),
}
