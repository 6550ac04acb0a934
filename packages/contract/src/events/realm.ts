import * as z from 'zod'
import { event, field } from '../define.ts'
import { groupSetting } from '../primitives.ts'

const value = z.union([z.string(), z.number(), z.boolean(), groupSetting]).nullable()

export const realmUpdateEvent = event({
  type: 'realm',
  op: 'update',
  doc: 'A setting of the organization changed.',
  fields: {
    property: field(z.string(), 'The setting; `realm_` and this is its name in the registration response.'),
    value: field(value, 'Its new value.'),
  },
  example: { type: 'realm', op: 'update', property: 'enable_read_receipts', value: false, id: 65536 },
})

export const realmUpdateDictEvent = event({
  type: 'realm',
  op: 'update_dict',
  doc: 'Permissions, or several settings that belong together, changed.',
  fields: {
    property: field(z.string(), 'What the settings have in common; `default` for permissions.'),
    data: field(z.record(z.string(), value), 'The settings with their new values.'),
  },
  changes: [{ level: 464, text: '`description` comes by this event.' }],
  example: {
    type: 'realm',
    op: 'update_dict',
    property: 'default',
    data: { can_create_groups: 4 },
    id: 65536,
  },
})
