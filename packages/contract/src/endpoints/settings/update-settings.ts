import * as z from 'zod'
import { endpoint, text } from '../../define.ts'
import { userSettingParameters } from '../../settings/user-settings.ts'

const settingsErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'A value is none that the setting can have, the old password is wrong, or the organization does not let you change your name or email address.',
  },
] as const

export const updateSettings = endpoint({
  id: 'update-settings',
  method: 'PATCH',
  path: '/settings',
  role: 'guest',
  summary: 'Change your settings, name, password or email address.',
  doc: 'A new email address takes effect when the link sent to it is opened.',
  params: {
    full_name: text(z.string().optional(), 'A new name.'),
    email: text(z.string().optional(), 'A new email address, to be confirmed by a link that is sent to it.'),
    old_password: text(z.string().optional(), 'The current password; needed with `new_password`.'),
    new_password: text(z.string().optional(), 'A new password.'),
    timezone: text(z.string().optional(), 'IANA time zone of the profile; empty for none.'),
    ...userSettingParameters,
  },
  returns: {},
  errors: settingsErrors,
  changes: [{ level: 80, text: 'Took over the settings of the two endpoints beside it.' }],
  example: { request: { left_side_userlist: true, emojiset: 'google' }, response: {} },
})
