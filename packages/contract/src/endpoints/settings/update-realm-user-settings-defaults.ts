import { endpoint } from '../../define.ts'
import { defaultSettingParameters } from '../../settings/user-settings.ts'

export const updateRealmUserSettingsDefaults = endpoint({
  id: 'update-realm-user-settings-defaults',
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  role: 'administrator',
  since: 96,
  summary: 'Set what new users’ settings start with.',
  doc: 'Nothing changes for users who have joined already.',
  params: defaultSettingParameters,
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'A value is none that the setting can have.' }],
  changes: [{ level: 364, text: 'Removed `dense_mode`.' }],
  example: { request: { left_side_userlist: true, emojiset: 'google' }, response: {} },
})
