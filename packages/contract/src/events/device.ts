import * as z from 'zod'
import { event, field } from '../define.ts'

export const deviceAddEvent = event({
  type: 'device',
  op: 'add',
  since: 468,
  doc: 'The user registered a client device.',
  fields: { device_id: field(z.int(), 'Id of the device.') },
  example: { type: 'device', op: 'add', device_id: 2, id: 65536 },
})

export const deviceRemoveEvent = event({
  type: 'device',
  op: 'remove',
  since: 468,
  doc: 'A client device of the user was removed.',
  fields: { device_id: field(z.int(), 'Id of the device.') },
  example: { type: 'device', op: 'remove', device_id: 2, id: 65537 },
})

export const deviceUpdateEvent = event({
  type: 'device',
  op: 'update',
  since: 468,
  doc: 'The state of a device’s mobile notifications changed. Unchanged fields are missing.',
  fields: {
    device_id: field(z.int(), 'Id of the device.'),
    push_key_id: field(z.int().nullable().optional(), 'As in `devices`.'),
    push_token_id: field(z.string().nullable().optional(), 'As in `devices`.'),
    pending_push_token_id: field(z.string().nullable().optional(), 'As in `devices`.'),
    push_token_last_updated_timestamp: field(z.int().nullable().optional(), 'As in `devices`.'),
    push_registration_error_code: field(z.string().nullable().optional(), 'As in `devices`.'),
  },
  example: {
    type: 'device',
    op: 'update',
    device_id: 2,
    push_token_id: 'X5gjrCs0b+s=',
    pending_push_token_id: null,
    id: 65538,
  },
})
