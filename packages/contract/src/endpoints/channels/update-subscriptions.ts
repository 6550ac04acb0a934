import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { name, textUpTo } from '../../primitives.ts'

export const updateSubscriptions = endpoint({
  id: 'update-subscriptions',
  method: 'PATCH',
  path: '/users/me/subscriptions',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Subscribe to and unsubscribe from channels in one call.',
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
      'The channels to subscribe to. Channels that do not exist are created.',
    ),
    delete: json(z.array(z.string()).default([]), 'The names of the channels to unsubscribe from.'),
  },
  returns: {
    subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'The names of the channels newly subscribed to, keyed by user id.',
    ),
    already_subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'The names of the channels that the caller was already in, keyed by user id.',
    ),
    removed: field(z.array(z.string()), 'Names of the channels unsubscribed from.'),
    not_removed: field(z.array(z.string()), 'The names of the channels that the caller was not in.'),
    new_subscription_messages_sent: field(z.boolean(), 'Always false: the call subscribes only the caller.', {
      since: 397,
    }),
  },
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'A channel to unsubscribe from does not exist.' },
    {
      code: 'BAD_REQUEST',
      when: 'The request names no channel, or one that the caller may not join or create.',
    },
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
