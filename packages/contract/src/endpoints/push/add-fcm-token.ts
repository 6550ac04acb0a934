import * as z from 'zod'
import { endpoint, text } from '../../define.ts'

export const addFcmToken = endpoint({
  id: 'add-fcm-token',
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  role: 'guest',
  scope: 'full',
  bots: false,
  deprecated: 406,
  summary: 'Register an Android device for unencrypted notifications.',
  params: {
    token: text(z.string(), 'The token of the device.'),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The token is empty or too long.' }],
  example: { request: { token: 'android-token' }, response: {} },
})
