import { endpoint, text } from '../../define.ts'
import { textUpTo } from '../../primitives.ts'
import { pushDeliveryErrors } from '../../push-delivery-errors.ts'

export const testNotify = endpoint({
  id: 'test-notify',
  method: 'POST',
  path: '/mobile_push/test_notification',
  role: 'guest',
  bots: false,
  since: 217,
  deprecated: 420,
  summary: 'Send a test notification, not encrypted, to one or all of the user’s devices.',
  params: {
    token: text(
      textUpTo(4096).optional(),
      'The push token of the device to send to; without it, all of the user’s devices.',
    ),
  },
  returns: {},
  errors: [
    { code: 'INVALID_PUSH_DEVICE_TOKEN', when: 'The user has no device with this token, or none at all.' },
    { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', when: 'The push service does not know the token.' },
    {
      code: 'BAD_REQUEST',
      when: 'The organization allows encrypted notifications only.',
    },
    ...pushDeliveryErrors,
  ],
  changes: [
    {
      level: 234,
      text: 'The field `event` of the notification is `test`; all notifications have `realm_name`.',
    },
  ],
  example: { request: { token: '111222' }, response: {} },
})
