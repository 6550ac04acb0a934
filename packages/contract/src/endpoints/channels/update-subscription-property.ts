import { either, endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'
import {
  subscriptionErrors,
  subscriptionProperty,
  subscriptionValue,
  twoEvents,
} from './update-subscription-settings.ts'

export const updateSubscriptionProperty = endpoint({
  id: 'update-subscription-property',
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Change one of your settings for a channel.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    property: either(subscriptionProperty, '`in_home_view` is the opposite of `is_muted`.'),
    value: either(
      subscriptionValue,
      'A color such as `#76ce90` for `color`, a boolean for every other property.',
    ),
  },
  returns: {},
  errors: subscriptionErrors,
  changes: [twoEvents],
  example: { request: { stream_id: 5, property: 'color', value: '#76ce90' }, response: {} },
})
