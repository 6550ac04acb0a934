import * as z from 'zod'
import { event, field } from '../define.ts'
import { profileFieldValue, role, user } from '../objects/user.ts'

export const realmUserAddEvent = event({
  type: 'realm_user',
  op: 'add',
  doc: 'A user joined the organization or became visible to the caller. If a guest may not see the newcomer, clients without the capability `user_list_incomplete` get an entry with only the id.',
  fields: { person: field(user, 'The user.') },
  example: { type: 'realm_user', op: 'add', person: { user_id: 12, full_name: 'Iris' }, id: 65536 },
})

export const realmUserUpdateEvent = event({
  type: 'realm_user',
  op: 'update',
  doc: 'A user changed.',
  fields: {
    person: field(
      z.strictObject({
        user_id: field(z.int(), 'Id of the user.'),
        full_name: field(z.string().optional(), 'New name.'),
        delivery_email: field(
          z.string().nullable().optional(),
          'The new real email address. Null if the caller may no longer see it.',
        ),
        new_email: field(z.string().optional(), 'New API email address.'),
        role: field(role.optional(), 'New role.'),
        is_active: field(z.boolean().optional(), 'Deactivated or reactivated.', { since: 222 }),
        bot_owner_id: field(z.int().nullable().optional(), 'New owner of the bot.'),
        timezone: field(z.string().optional(), 'New time zone.'),
        email: field(z.string().optional(), 'API email address of the user. With `timezone`.', {
          deprecated: 1,
        }),
        avatar_url: field(z.string().nullable().optional(), 'New address of the picture.'),
        avatar_url_medium: field(z.string().nullable().optional(), 'The address of a larger version.'),
        avatar_source: field(
          z.string().optional(),
          '`G` for Gravatar, `J` for a picture drawn by the server, `U` for an uploaded picture.',
        ),
        avatar_version: field(z.int().optional(), 'New version of the picture.'),
        date_joined: field(z.string().optional(), 'New joining time.', { since: 475 }),
        is_imported_stub: field(z.boolean().optional(), 'False when an imported account was activated.'),
        is_deleted: field(z.literal(true).optional(), 'The user’s data was removed.', { since: 490 }),
        custom_profile_field: field(
          z
            .strictObject({
              id: field(z.int(), 'Id of the field.'),
              value: field(z.string().nullable(), 'New value; null removes it.'),
              rendered_value: profileFieldValue.shape.rendered_value,
            })
            .optional(),
          'New value of a custom profile field.',
        ),
      }),
      'The id of the user, and the changed properties.',
    ),
  },
  example: { type: 'realm_user', op: 'update', person: { user_id: 12, full_name: 'Iris Adler' }, id: 65536 },
})

export const realmUserRemoveEvent = event({
  type: 'realm_user',
  op: 'remove',
  since: 222,
  doc: 'A user is no longer visible to the caller. Sent to guests who may not see all users.',
  fields: {
    person: field(
      z.strictObject({
        user_id: field(z.int(), 'Id of the user.'),
        full_name: field(z.string(), 'A placeholder for users that the caller may not see.'),
      }),
      'The user.',
    ),
  },
  example: {
    type: 'realm_user',
    op: 'remove',
    person: { user_id: 12, full_name: 'Unknown user' },
    id: 65541,
  },
})
