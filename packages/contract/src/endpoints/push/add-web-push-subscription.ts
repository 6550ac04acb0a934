import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'

export const addWebPushSubscription = endpoint({
  id: 'add-web-push-subscription',
  method: 'POST',
  path: '/tagma/web_push_subscriptions',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Have notifications sent to this browser.',
  doc: 'From now on the browser gets what phones get, encrypted for it alone (RFC 8291), also while no page of the organization is open. It ends with the session. A session has one subscription: another one takes its place. An endpoint of Tagma; Zulip has none for this.',
  params: {
    endpoint: text(z.string(), 'Address of the push service, as the browser’s `PushSubscription` says it.'),
    p256dh: text(z.string(), 'The browser’s public key: 65 bytes, base64url.'),
    auth: text(z.string(), 'The secret that the browser shares: 16 bytes, base64url.'),
    is_renewal: json(
      z.boolean().optional(),
      'True if the browser subscribes by itself, without anybody asking for it. Such a renewal is refused if the session’s subscription was removed.',
    ),
  },
  returns: { id: field(z.int(), 'Id of the subscription.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: '`endpoint`, `p256dh` or `auth` is malformed, the organization has no key yet, or a renewal comes after the subscription was removed.',
    },
  ],
  example: {
    request: {
      endpoint: 'https://push.example.com/send/f0a1b2c3',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    response: { id: 4 },
  },
})
