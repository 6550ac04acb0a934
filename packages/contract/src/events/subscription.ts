import * as z from 'zod'
import { event, field } from '../define.ts'
import { subscription } from '../objects/channel.ts'

export const subscriptionAddEvent = event({
  type: 'subscription',
  op: 'add',
  doc: 'The user was subscribed to channels.',
  fields: {
    subscriptions: field(z.array(subscription), 'The channels, with the settings of the subscription.'),
  },
  example: { type: 'subscription', op: 'add', subscriptions: [{ stream_id: 5, name: 'design' }], id: 65536 },
})

export const subscriptionRemoveEvent = event({
  type: 'subscription',
  op: 'remove',
  doc: 'The user was unsubscribed from channels.',
  fields: {
    subscriptions: field(
      z.array(
        z.strictObject({
          stream_id: field(z.int(), 'Id of the channel.'),
          name: field(z.string(), 'Name of the channel.'),
        }),
      ),
      'The channels that the user is no longer subscribed to.',
    ),
  },
  example: {
    type: 'subscription',
    op: 'remove',
    subscriptions: [{ stream_id: 5, name: 'design' }],
    id: 65536,
  },
})

export const subscriptionUpdateEvent = event({
  type: 'subscription',
  op: 'update',
  doc: 'The user changed a setting for a channel.',
  fields: {
    stream_id: field(z.int(), 'Id of the channel.'),
    property: field(z.string(), 'The setting, named as in the subscription object.'),
    value: field(z.union([z.boolean(), z.string()]).nullable(), 'Its new value.'),
  },
  changes: [{ level: 139, text: 'A change of `is_muted` or `in_home_view` sends an event for both.' }],
  example: {
    type: 'subscription',
    op: 'update',
    stream_id: 5,
    property: 'pin_to_top',
    value: true,
    id: 65536,
  },
})

const peers = {
  stream_ids: field(z.array(z.int()), 'Ids of the channels.', { since: 35 }),
  user_ids: field(z.array(z.int()), 'Ids of the users.', { since: 35 }),
}

export const subscriptionPeerAddEvent = event({
  type: 'subscription',
  op: 'peer_add',
  doc: 'Other users were subscribed to channels whose subscribers the user may see.',
  fields: peers,
  example: { type: 'subscription', op: 'peer_add', stream_ids: [5], user_ids: [12], id: 65536 },
})

export const subscriptionPeerRemoveEvent = event({
  type: 'subscription',
  op: 'peer_remove',
  doc: 'Other users were unsubscribed from channels whose subscribers the user may see, or were deactivated.',
  fields: peers,
  changes: [
    { level: 377, text: 'Also sent for users who are deactivated.' },
    { level: 428, text: 'Also sent for archived channels of users who are deactivated.' },
  ],
  example: { type: 'subscription', op: 'peer_remove', stream_ids: [5], user_ids: [12], id: 65536 },
})
