import * as z from 'zod'
import { event, field } from '../define.ts'

export const userSettingsUpdateEvent = event({
  type: 'user_settings',
  op: 'update',
  since: 89,
  doc: 'The user changed a setting.',
  fields: {
    property: field(z.string(), 'Name of the setting, or `timezone`.'),
    value: field(z.union([z.string(), z.int(), z.boolean()]).nullable(), 'Its new value.'),
    language_name: field(z.string().optional(), 'Name of the language. With `default_language`.'),
  },
  example: {
    type: 'user_settings',
    op: 'update',
    property: 'high_contrast_mode',
    value: false,
    id: 65539,
  },
})
