import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { unixSeconds } from '../../primitives.ts'

export const getWebPush = endpoint({
  id: 'get-web-push',
  method: 'GET',
  path: '/tagma/web_push',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'List the browsers that get your notifications.',
  doc: 'Answers the key with which a browser asks its push service for a subscription, and the browsers that have one. The key belongs to the organization; it is made when it is first asked for. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    public_key: field(
      z.string(),
      'The `applicationServerKey` of RFC 8292: a point on the curve P-256, uncompressed, base64url without padding.',
    ),
    subscriptions: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the subscription.'),
          is_current: field(z.boolean(), 'Whether it belongs to the session that asks.'),
          program: field(z.string(), 'The browser and its system, such as `Firefox on Android`.'),
          created_at: field(unixSeconds, 'When the browser subscribed (UNIX seconds).'),
        }),
      ),
      'The oldest one comes first.',
    ),
    is_removed: field(
      z.boolean(),
      'Whether the subscription of the session that asks was removed, in this browser or elsewhere. Then the browser should end its own subscription, and subscribe again only when the user turns notifications on.',
    ),
  },
  errors: [],
  example: {
    request: {},
    response: {
      public_key: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      subscriptions: [{ id: 4, is_current: true, program: 'Firefox on Android', created_at: 1767603600 }],
      is_removed: false,
    },
  },
})
