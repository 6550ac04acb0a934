import * as z from 'zod'
import { endpoint, text } from '../../define.ts'
import { nonBlank } from '../../primitives.ts'

export const addApnsToken = endpoint({
  id: 'add-apns-token',
  method: 'POST',
  path: '/users/me/apns_device_token',
  role: 'guest',
  scope: 'full',
  bots: false,
  deprecated: 406,
  summary: 'Register an iOS device for unencrypted notifications.',
  params: {
    token: text(z.string(), 'The token of the device.'),
    appid: text(nonBlank(100), 'Id of the app that makes the call, such as org.zulip.Zulip.', {
      changes: [{ level: 223, text: 'Became required.' }],
    }),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The token is empty, too long or not hexadecimal.' }],
  example: { request: { token: 'c0ffee', appid: 'org.zulip.Zulip' }, response: {} },
})
