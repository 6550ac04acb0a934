import { endpoint } from '../../define.ts'
import { userSettingParameters } from '../../settings/user-settings.ts'

export const updateDisplaySettings = endpoint({
  id: 'update-display-settings',
  method: 'PATCH',
  path: '/settings/display',
  role: 'guest',
  scope: 'settings',
  deprecated: 80,
  summary: 'Change your display settings.',
  doc: 'Works like PATCH /settings with the same parameters.',
  params: userSettingParameters,
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'A value is not valid for its setting.' }],
  example: { request: { left_side_userlist: true }, response: {} },
})
