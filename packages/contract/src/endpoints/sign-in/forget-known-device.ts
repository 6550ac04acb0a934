import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const forgetKnownDevice = endpoint({
  id: 'forget-known-device',
  method: 'DELETE',
  path: '/tagma/known_devices/{device_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Forget a device that you have signed in with.',
  doc: 'The next sign-in with it is told by mail. It ends no session: see [ending sessions](end-session). An endpoint of Tagma; Zulip has none for this.',
  params: { device_id: inPath(id('device'), 'The device.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The device does not exist, was forgotten, or is not yours.' }],
  example: { request: { device_id: 3 }, response: {} },
})
