import * as z from 'zod'
import { endpoint, text } from '../../define.ts'

export const removeFcmToken = endpoint({
  id: 'remove-fcm-token',
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  role: 'guest',
  scope: 'full',
  bots: false,
  deprecated: 406,
  summary: 'Remove an Android device.',
  params: {
    token: text(z.string(), 'The token of the device.'),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The token is empty or too long, or the user has no such device.' }],
  example: { request: { token: 'android-token' }, response: {} },
})
