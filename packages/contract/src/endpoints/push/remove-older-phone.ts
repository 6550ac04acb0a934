import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeOlderPhone = endpoint({
  id: 'remove-older-phone',
  method: 'DELETE',
  path: '/tagma/older_phones/{phone_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Stop notifications for a phone whose app does not encrypt.',
  doc: 'Does the same as [removing the token](remove-fcm-token), without knowing it. An app that encrypts is removed by the id of [its device](remove-client-device). An endpoint of Tagma; Zulip has none for this.',
  params: { phone_id: inPath(id('phone'), 'The phone, as [the list](get-push-devices) names it.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The phone does not exist, or is not yours.' }],
  example: { request: { phone_id: 3 }, response: {} },
})
