import * as z from 'zod'
import { endpoint, json } from '../../define.ts'
import { subscriptionProperties, type SubscriptionProperty } from '../../objects/channel.ts'
import { id } from '../../primitives.ts'

export const subscriptionProperty = z.enum(Object.keys(subscriptionProperties) as [SubscriptionProperty])
export const subscriptionValue = z.union([z.boolean(), z.string()])
export const subscriptionErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The caller is not subscribed to the channel, the property is not one of those listed, or its value is not valid.',
  },
] as const
export const twoEvents = {
  level: 139,
  text: 'A change of `is_muted` or `in_home_view` sends an event for both.',
}

export const updateSubscriptionSettings = endpoint({
  id: 'update-subscription-settings',
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Change your settings for channels.',
  params: {
    subscription_data: json(
      z.array(
        z.object({
          stream_id: id('channel'),
          property: subscriptionProperty.describe('`in_home_view` is the opposite of `is_muted`.'),
          value: subscriptionValue.describe(
            'A color such as `#76ce90` for `color`, a boolean for every other property.',
          ),
        }),
      ),
      'The changes.',
    ),
  },
  returns: {},
  errors: subscriptionErrors,
  changes: [{ level: 111, text: 'No longer returns `subscription_data`.' }, twoEvents],
  example: {
    request: { subscription_data: [{ stream_id: 5, property: 'pin_to_top', value: true }] },
    response: {},
  },
})
