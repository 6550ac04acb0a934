import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getSubscriptionStatus = endpoint({
  id: 'get-subscription-status',
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  role: 'guest',
  scope: 'channels:read',
  since: 12,
  summary: 'Find out if a user is subscribed to a channel.',
  params: {
    user_id: inPath(id('user'), 'The user.'),
    stream_id: inPath(id('channel'), 'The channel.'),
  },
  returns: { is_subscribed: field(z.boolean(), 'Whether the user is subscribed.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The user or the channel does not exist, or the caller may not see the channel.',
    },
  ],
  changes: [{ level: 458, text: 'The user may be a bot.' }],
  example: { request: { user_id: 10, stream_id: 5 }, response: { is_subscribed: true } },
})
