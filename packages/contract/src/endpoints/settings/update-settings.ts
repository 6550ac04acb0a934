import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, textUpTo } from '../../primitives.ts'
import { userSettingParameters } from '../../settings/user-settings.ts'

/** The people whose settings an administrator changes. */
const targetUsers = z
  .object({
    user_ids: z
      .array(id('user'))
      .default([])
      .describe('Ids of users; deactivated ones too, for when they come back.'),
    group_ids: z.array(id('group')).default([]).describe('Ids of groups, whose members are meant.'),
    skip_if_already_edited: z
      .boolean()
      .describe('Whether a setting is left alone for those who have chosen it themselves.'),
  })
  .refine(({ user_ids, group_ids }) => user_ids.length + group_ids.length > 0, {
    error: 'Either user_ids or group_ids must be provided.',
  })

const settingsErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'A value is none that the setting can have, the old password is wrong, or the organization does not let you change your name or email address; `target_users` names somebody unknown, or a setting that people only choose for themselves comes with it.',
  },
  { code: 'UNAUTHORIZED_PRINCIPAL', when: 'Somebody who is no administrator names `target_users`.' },
] as const

export const updateSettings = endpoint({
  id: 'update-settings',
  method: 'PATCH',
  path: '/settings',
  role: 'guest',
  summary: 'Change your settings, name, password or email address.',
  doc: 'A new email address takes effect when the link sent to it is opened and the password is given there; the present address is told. A new password leaves the API key and the event queues as they are: replace the key by POST /users/me/api_key/regenerate to end them. A password that is set by a mailed link replaces the key and ends all queues.',
  params: {
    full_name: text(z.string().optional(), 'A new name.'),
    email: text(z.string().optional(), 'A new email address, to be confirmed by a link that is sent to it.'),
    old_password: text(
      textUpTo(limits.triedPasswordMaxLength).optional(),
      'The current password; needed with `new_password`. In the body only.',
      { secret: true },
    ),
    new_password: text(
      z.string().optional(),
      'A new password, at least 12 characters; none of the commonest, and not made of one’s own name, address or organization. In the body only.',
      { secret: true },
    ),
    target_users: json(
      targetUsers.optional(),
      'The people to change the settings of, instead of one’s own; only administrators may. Bots among them are left out. Name, email address, password, time zone, and the settings of privacy and e-mail cannot be changed so.',
      { since: 444 },
    ),
    timezone: text(z.string().optional(), 'IANA time zone of the profile; empty for none.'),
    ...userSettingParameters,
  },
  returns: {},
  errors: settingsErrors,
  changes: [{ level: 80, text: 'Took over the settings of the two endpoints beside it.' }],
  example: { request: { left_side_userlist: true, emojiset: 'google' }, response: {} },
})
