import { endpoint } from '../../define.ts'
import { defaultSettingParameters } from '../../settings/user-settings.ts'

export const updateRealmUserSettingsDefaults = endpoint({
  id: 'update-realm-user-settings-defaults',
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  role: 'administrator',
  scope: 'organization',
  since: 96,
  summary: 'Change the initial settings of new users.',
  doc: 'Existing users keep their settings.',
  params: defaultSettingParameters,
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'A value is not valid for its setting.' }],
  changes: [{ level: 364, text: 'Removed `dense_mode`.' }],
  example: { request: { left_side_userlist: true, emojiset: 'google' }, response: {} },
})
