import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { pushDevice } from '../../objects/push-device.ts'

export const getPushDevices = endpoint({
  id: 'get-push-devices',
  method: 'GET',
  path: '/tagma/push_devices',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'List the browsers and phones that get your notifications.',
  doc: 'Each comes with its name, the time of its registration, and when a notification last reached it or failed. The event [`tagma_push_devices`](event-tagma-push-devices) tells of changes; `device` events do so for phones, too. Tokens and addresses of push services are left out. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    devices: field(
      z.array(pushDevice),
      'First the browser that asks, then other browsers, then phones; each group from the oldest to the newest.',
    ),
  },
  errors: [],
  example: {
    request: {},
    response: {
      devices: [
        {
          kind: 'browser',
          id: 4,
          is_current: true,
          program: 'Firefox on Android',
          service: 'updates.push.services.mozilla.com',
          state: 'told',
          error_code: null,
          created_at: 1767603600,
          ends_at: 1770195600,
          reached_at: 1767690000,
          failed_at: null,
          failure: null,
          failure_text: null,
        },
      ],
    },
  },
})
