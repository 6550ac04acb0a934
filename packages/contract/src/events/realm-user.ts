import * as z from 'zod'
import { event, field } from '../define.ts'
import { role, user } from '../objects/user.ts'

export const realmUserAddEvent = event({
  type: 'realm_user',
  op: 'add',
  doc: 'A user joined the organization, or became visible to the caller.',
  fields: { person: field(user, 'The user.') },
  example: { type: 'realm_user', op: 'add', person: { user_id: 12, full_name: 'Iris' }, id: 65536 },
})

export const realmUserUpdateEvent = event({
  type: 'realm_user',
  op: 'update',
  doc: 'Something about a user changed.',
  fields: {
    person: field(
      z.strictObject({
        user_id: field(z.int(), 'Id of the user.'),
        email: z.string().optional(),
        full_name: z.string().optional(),
        delivery_email: z.string().nullable().optional(),
        new_email: z.string().optional(),
        role: role.optional(),
        is_active: z.boolean().optional(),
        bot_owner_id: z.int().nullable().optional(),
        timezone: z.string().optional(),
        avatar_url: z.string().nullable().optional(),
        avatar_url_medium: z.string().nullable().optional(),
        avatar_source: z.string().optional(),
        avatar_version: z.int().optional(),
        date_joined: z.string().optional(),
        is_imported_stub: z.boolean().optional(),
        is_deleted: z.literal(true).optional(),
        custom_profile_field: z
          .strictObject({ id: z.int(), value: z.string().nullable(), rendered_value: z.string().optional() })
          .optional(),
      }),
      'The id of the user and what changed.',
    ),
  },
  example: { type: 'realm_user', op: 'update', person: { user_id: 12, full_name: 'Iris Adler' }, id: 65536 },
})
