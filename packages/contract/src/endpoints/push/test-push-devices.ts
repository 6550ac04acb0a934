import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { pushDeviceKind } from '../../objects/push-device.ts'
import { id } from '../../primitives.ts'

export const testPushDevices = endpoint({
  id: 'test-push-devices',
  method: 'POST',
  path: '/tagma/push_devices/test',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Send a test notification to one or all of your browsers and phones.',
  doc: 'Answers when every push service has answered. A failure at one device stops no other. An endpoint of Tagma; Zulip has one for each kind of phone.',
  params: {
    kind: text(
      pushDeviceKind.optional(),
      'Kind of the device to send to. Without `kind` and `id`, the test goes to all devices.',
    ),
    id: json(
      id('device').optional(),
      'The device, as [the list](get-push-devices) names it. Goes with `kind`.',
    ),
  },
  returns: {
    results: field(
      z.array(
        z.strictObject({
          kind: field(pushDeviceKind, 'Kind of the device.'),
          id: field(z.int(), 'Id of the device.'),
          result: field(
            z.enum(['sent', 'gone', 'failed']),
            '`sent`: the push service has taken the notification. `gone`: the push service does not know the device any more, so it gets nothing until it registers again. `failed`: see `msg`.',
          ),
          msg: field(z.string(), 'Why it failed; otherwise empty.'),
        }),
      ),
      'One for each device that gets notifications, or for the one that was named.',
    ),
  },
  errors: [
    { code: 'BAD_REQUEST', when: 'One of `kind` and `id` is missing.' },
    {
      code: 'NO_ACTIVE_PUSH_DEVICE',
      when: 'You have no device that gets notifications, or the named device gets none.',
    },
  ],
  example: {
    request: { kind: 'browser', id: 4 },
    response: { results: [{ kind: 'browser', id: 4, result: 'sent', msg: '' }] },
  },
})
