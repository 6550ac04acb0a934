import * as z from 'zod'
import { field } from '../define.ts'
import { profileField } from '../objects/profile-field.ts'

/** The custom profile fields' part of the registration response. */
export const profileFieldsRegistration = {
  custom_profile_fields: field(z.array(profileField).optional(), 'All fields in their order.'),
  custom_profile_field_types: field(
    z
      .record(
        z.string(),
        z.strictObject({
          id: field(z.int(), 'Id of the type.'),
          name: field(z.string(), 'Name to show.'),
        }),
      )
      .optional(),
    'The types of fields.',
  ),
  realm_default_external_accounts: field(
    z
      .record(
        z.string(),
        z.strictObject({
          text: field(z.string(), 'Name of the service.'),
          name: field(z.string(), 'The initial name of a field for this service.'),
          hint: field(z.string(), 'The initial hint of a field for this service.'),
          url_pattern: field(
            z.string(),
            'The address of an account, with `%(username)s` in place of its name.',
          ),
        }),
      )
      .optional(),
    'The kinds of external accounts that need no pattern of their own.',
  ),
}
