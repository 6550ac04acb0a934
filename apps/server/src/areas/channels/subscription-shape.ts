import type { Subscription } from '@tagma/contract/objects/channel.ts'
import type { Shaper } from '#events/shaper.ts'
import { fitSubscription } from './present.ts'

/** Shapes subscriptions that began or ended, for each user that one call subscribed or removed. */
export const subscriptionShaper: Shaper<'subscription'> = {
  type: 'subscription',
  shape(body, viewer) {
    if (body.op === 'peer_remove' && body.together) {
      const { type, op, stream_ids, user_ids } = body
      const others = user_ids.filter((id) => id !== viewer.user.id)
      return { key: 'together', shared: () => ({ type, op, stream_ids }), own: { user_ids: others } }
    }
    if (body.op !== 'add') return { key: '', shared: () => body }
    if (body.unarchived && viewer.capabilities.archived_channels) return undefined
    const personal = body.personal[String(viewer.user.id)] ?? []
    const subscriptions = body.subscriptions.flatMap((channel, index): Subscription[] => {
      const own = personal[index]
      return own
        ? [fitSubscription({ ...channel, ...own, subscribers: [...channel.subscribers] }, viewer)]
        : []
    })
    return { key: 'add', shared: () => ({ type: 'subscription', op: 'add' }), own: { subscriptions } }
  },
}
