import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'
import { pushDeliveryErrors } from '../../push-delivery-errors.ts'

export const e2eeTestNotify = endpoint({
  id: 'e2ee-test-notify',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  role: 'guest',
  scope: 'settings',
  bots: false,
  since: 420,
  summary: 'Send an encrypted test notification to one or all of your devices.',
  params: {
    device_id: json(
      id('device').optional(),
      'The device to send to. By default all registered devices. Clients on a phone should pass their own.',
      { since: 468 },
    ),
  },
  returns: {},
  errors: [
    {
      code: 'NO_ACTIVE_PUSH_DEVICE',
      when: 'The user has no device that is registered for mobile notifications, or the device named is not one.',
    },
    ...pushDeliveryErrors,
  ],
  changes: [{ level: 468, text: '`device_id` replaces `push_account_id`.' }],
  example: { request: { device_id: 2 }, response: {} },
})
