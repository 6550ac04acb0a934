import { endpoint } from '../../define.ts'
import { userSettingParameters } from '../../settings/user-settings.ts'

export const updateNotificationSettings = endpoint({
  id: 'update-notification-settings',
  method: 'PATCH',
  path: '/settings/notifications',
  role: 'guest',
  scope: 'settings',
  deprecated: 80,
  summary: 'Change your notification settings.',
  doc: 'Works like PATCH /settings with the same parameters.',
  params: userSettingParameters,
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'A value is not valid for its setting.' }],
  example: { request: { enable_sounds: false }, response: {} },
})
