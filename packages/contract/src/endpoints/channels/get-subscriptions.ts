import * as z from 'zod'
import { either, endpoint, field } from '../../define.ts'
import { subscription } from '../../objects/channel.ts'

export const getSubscriptions = endpoint({
  id: 'get-subscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  role: 'guest',
  scope: 'channels:read',
  summary: 'List the channels that you are subscribed to.',
  params: {
    include_subscribers: either(
      z.union([z.boolean(), z.literal('partial')]).default(false),
      'Whether to return the subscribers of each channel. `partial` allows `partial_subscribers` for channels with 250 subscribers or more.',
      { changes: [{ level: 412, text: 'Added `partial`.' }] },
    ),
  },
  returns: { subscriptions: field(z.array(subscription), 'The subscriptions.') },
  example: { request: {}, response: { subscriptions: [{ stream_id: 5, name: 'design', color: '#76ce90' }] } },
})
