import { endpoint } from '../../define.ts'
import { userSettingParameters } from '../../settings/user-settings.ts'

export const updateNotificationSettings = endpoint({
  id: 'update-notification-settings',
  method: 'PATCH',
  path: '/settings/notifications',
  role: 'guest',
  deprecated: 80,
  summary: 'Change your settings of notifications.',
  doc: 'Does what PATCH /settings does with the same parameters.',
  params: userSettingParameters,
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'A value is none that the setting can have.' }],
  example: { request: { enable_sounds: false }, response: {} },
})
