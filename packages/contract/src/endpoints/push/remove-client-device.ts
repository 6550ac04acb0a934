import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeClientDevice = endpoint({
  id: 'remove-client-device',
  method: 'POST',
  path: '/remove_client_device',
  role: 'guest',
  scope: 'full',
  bots: false,
  since: 470,
  summary: 'Remove a device, for example when its user logs out.',
  doc: 'The device receives no more mobile notifications.',
  params: { device_id: json(id('device'), 'The device to remove.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The user has no such device.' }],
  example: { request: { device_id: 2 }, response: {} },
})
