import * as z from 'zod'
import { endpoint, inPath, json, text } from '../../define.ts'

export const deactivateUser = endpoint({
  id: 'deactivate-user',
  method: 'DELETE',
  path: '/users/{user_id}',
  role: 'administrator',
  scope: 'organization',
  summary: 'Deactivate a user.',
  doc: 'The user and their bots are logged out everywhere at once and can no longer sign in. Their messages stay unless `actions` says otherwise.',
  params: {
    user_id: inPath(z.int().nonnegative(), 'Id of the user.'),
    actions: json(
      z
        .strictObject({
          delete_profile: z.boolean().default(false),
          delete_public_channel_messages: z.boolean().default(false),
          delete_private_channel_messages: z.boolean().default(false),
          delete_direct_messages: z.boolean().default(false),
        })
        .optional(),
      'More to remove, of the user and of their bots: the profile (name, picture, email address, custom fields), and their messages in public channels, in private channels and in direct conversations. This cannot be undone.',
      { since: 459 },
    ),
    deactivation_notification_comment: text(
      z.string().max(2000).optional(),
      'Pass it to tell the user by e-mail. The mail contains this text unless it is empty.',
      { since: 135 },
    ),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The user does not exist, or is the only owner.' },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The user is an owner, and the caller is not.' },
  ],
  example: { request: { user_id: 10 }, response: {} },
})
