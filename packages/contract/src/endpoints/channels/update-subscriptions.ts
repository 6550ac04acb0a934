import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { name, textUpTo } from '../../primitives.ts'

export const updateSubscriptions = endpoint({
  id: 'update-subscriptions',
  method: 'PATCH',
  path: '/users/me/subscriptions',
  role: 'guest',
  summary: 'Subscribe to some channels and unsubscribe from others in one call.',
  params: {
    add: json(
      z
        .array(
          z.object({
            name: name(limits.maxChannelNameLength),
            color: z.string().optional().describe('Color of the subscription.'),
            description: textUpTo(limits.maxChannelDescriptionLength).optional(),
          }),
        )
        .default([]),
      'Channels to subscribe to; those that do not exist are created.',
    ),
    delete: json(z.array(z.string()).default([]), 'Names of channels to unsubscribe from.'),
  },
  returns: {
    subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'Names of the channels subscribed to, keyed by user id.',
    ),
    already_subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'Names of the channels the caller was in before, keyed by user id.',
    ),
    removed: field(z.array(z.string()), 'Names of the channels unsubscribed from.'),
    not_removed: field(z.array(z.string()), 'Names of the channels the caller was not in.'),
    new_subscription_messages_sent: field(z.boolean(), 'Always false: nobody else is subscribed.', {
      since: 397,
    }),
  },
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'A channel to leave does not exist.' },
    { code: 'BAD_REQUEST', when: 'Nothing to do, or a channel that the caller may not join or create.' },
  ],
  example: {
    request: { add: [{ name: 'design' }], delete: ['lunch'] },
    response: {
      subscribed: { 10: ['design'] },
      already_subscribed: {},
      removed: ['lunch'],
      not_removed: [],
      new_subscription_messages_sent: false,
    },
  },
})
