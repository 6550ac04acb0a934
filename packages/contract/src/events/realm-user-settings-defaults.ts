import * as z from 'zod'
import { event, field } from '../define.ts'

export const realmUserSettingsDefaultsUpdateEvent = event({
  type: 'realm_user_settings_defaults',
  op: 'update',
  since: 95,
  doc: 'An initial setting of new users changed.',
  fields: {
    property: field(z.string(), 'Name of the setting.'),
    value: field(z.union([z.string(), z.int(), z.boolean()]).nullable(), 'Its new value.'),
  },
  example: {
    type: 'realm_user_settings_defaults',
    op: 'update',
    property: 'left_side_userlist',
    value: false,
    id: 65540,
  },
})
