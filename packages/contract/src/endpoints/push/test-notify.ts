import { endpoint, text } from '../../define.ts'
import { textUpTo } from '../../primitives.ts'
import { pushDeliveryErrors } from '../../push-delivery-errors.ts'

export const testNotify = endpoint({
  id: 'test-notify',
  method: 'POST',
  path: '/mobile_push/test_notification',
  role: 'guest',
  scope: 'settings',
  bots: false,
  since: 217,
  deprecated: 420,
  summary: 'Send an unencrypted test notification to one or all of your devices.',
  params: {
    token: text(
      textUpTo(4096).optional(),
      'The push token of the device to send to. By default all of the user’s devices.',
    ),
  },
  returns: {},
  errors: [
    { code: 'INVALID_PUSH_DEVICE_TOKEN', when: 'The user has no device with this token, or no devices.' },
    { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', when: 'The push service does not know the token.' },
    {
      code: 'BAD_REQUEST',
      when: 'The organization allows only encrypted notifications.',
    },
    ...pushDeliveryErrors,
  ],
  changes: [
    {
      level: 234,
      text: 'The field `event` of the notification is `test`. All notifications have `realm_name`.',
    },
  ],
  example: { request: { token: '111222' }, response: {} },
})
