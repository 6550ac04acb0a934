import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, textUpTo } from '../../primitives.ts'
import { userSettingParameters } from '../../settings/user-settings.ts'

/** The users whose settings an administrator changes. */
const targetUsers = z
  .object({
    user_ids: z
      .array(id('user'))
      .default([])
      .describe('Ids of users. Deactivated users are allowed: the settings apply when they return.'),
    group_ids: z.array(id('group')).default([]).describe('Ids of groups. All members are meant.'),
    skip_if_already_edited: z
      .boolean()
      .describe('Whether to skip users who have chosen the setting themselves.'),
  })
  .refine(({ user_ids, group_ids }) => user_ids.length + group_ids.length > 0, {
    error: 'Either user_ids or group_ids must be provided.',
  })

const settingsErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'A value is not valid for its setting, the old password is wrong, or the organization does not let you change your name or email address. Or `target_users` names an unknown user, or comes with a setting that only users themselves may change.',
  },
  {
    code: 'UNAUTHORIZED_PRINCIPAL',
    when: 'The request has `target_users`, and the caller is not an administrator.',
  },
] as const

export const updateSettings = endpoint({
  id: 'update-settings',
  method: 'PATCH',
  path: '/settings',
  role: 'guest',
  scope: 'settings',
  summary: 'Change your settings, name, password or email address.',
  doc: 'To change the email address, the user opens the link sent to the new address and enters the password there. The old address is told. A new password keeps the API key and the event queues: to replace the key and end the queues, call POST /users/me/api_key/regenerate. Setting a password by a mailed link replaces the key and ends all queues too.',
  params: {
    full_name: text(z.string().optional(), 'A new name.'),
    email: text(
      z.string().optional(),
      'The new email address. It takes effect when the link sent to it is opened.',
    ),
    old_password: text(
      textUpTo(limits.triedPasswordMaxLength).optional(),
      'The current password. Required with `new_password`. Read from the body only.',
      { secret: true },
    ),
    new_password: text(
      z.string().optional(),
      'The new password: at least 12 characters, not a common password, not made of the user’s name, address or organization. Read from the body only.',
      { secret: true },
    ),
    target_users: json(
      targetUsers.optional(),
      'The users to change, in place of the caller. Administrators only. Bots are skipped. Name, email address, password, time zone, and the settings of privacy and e-mail cannot be changed for others.',
      { since: 444 },
    ),
    timezone: text(z.string().optional(), 'The IANA time zone of the profile. Empty clears it.'),
    ...userSettingParameters,
  },
  returns: {},
  errors: settingsErrors,
  changes: [{ level: 80, text: 'Accepts the settings of the two endpoints beside it.' }],
  example: { request: { left_side_userlist: true, emojiset: 'google' }, response: {} },
})
