import * as z from 'zod'
import { endpoint, text } from '../../define.ts'

export const removeApnsToken = endpoint({
  id: 'remove-apns-token',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  role: 'guest',
  scope: 'full',
  bots: false,
  deprecated: 406,
  summary: 'Remove an iOS device.',
  params: {
    token: text(z.string(), 'The token of the device.'),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The token is empty or too long, or the user has no such device.' }],
  example: { request: { token: 'c0ffee' }, response: {} },
})
