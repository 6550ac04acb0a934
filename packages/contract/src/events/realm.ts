import * as z from 'zod'
import { event, field } from '../define.ts'

export const realmUpdateEvent = event({
  type: 'realm',
  op: 'update',
  doc: 'A setting of the organization changed.',
  fields: {
    property: field(
      z.string(),
      'The name of the setting. The registration response calls it `realm_<name>`.',
    ),
    value: field(z.union([z.string(), z.boolean(), z.int(), z.null()]), 'The new value.'),
  },
  example: { type: 'realm', op: 'update', property: 'invite_required', value: true, id: 65536 },
})

export const realmUpdateDictEvent = event({
  type: 'realm',
  op: 'update_dict',
  doc: 'Several settings of the organization changed together.',
  fields: {
    property: field(z.string(), '`default`, or the picture that changed: `icon`, `logo`, `night_logo`.'),
    data: field(
      z.record(z.string(), z.json()),
      'The new values. The registration response calls each `realm_<name>`. `description` comes with its HTML, `rendered_description`.',
    ),
  },
  changes: [
    { level: 303, text: 'Also sent when a user named by a permission is deactivated or reactivated.' },
  ],
  example: {
    type: 'realm',
    op: 'update_dict',
    property: 'default',
    data: { name: 'Analytical Engine' },
    id: 65536,
  },
})

export const realmDeactivatedEvent = event({
  type: 'realm',
  op: 'deactivated',
  doc: 'The organization was deactivated. Clients that poll also get the error `REALM_DEACTIVATED`.',
  fields: { realm_id: field(z.int(), 'Id of the organization.') },
  example: { type: 'realm', op: 'deactivated', realm_id: 2, id: 65536 },
})
