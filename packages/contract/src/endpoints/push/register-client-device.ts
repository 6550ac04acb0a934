import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const registerClientDevice = endpoint({
  id: 'register-client-device',
  method: 'POST',
  path: '/register_client_device',
  role: 'guest',
  scope: 'full',
  bots: false,
  since: 468,
  summary: 'Register the device of a client.',
  doc: 'Mobile notifications are set up for a device; see POST /mobile_push/register.',
  params: {},
  returns: { device_id: field(z.int(), 'Id of the device.') },
  example: { request: {}, response: { device_id: 2 } },
})
