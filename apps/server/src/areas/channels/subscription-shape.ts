import type { Channel, Subscription } from '@tagma/contract/objects/channel.ts'
import type { Shaper } from '#events/shaper.ts'
import { fitSubscription, type PersonalPart } from './present.ts'

/** Row of a `subscription` add event: the channels once, and each user's settings for them beside. */
export interface SubscriptionAddBody {
  readonly type: 'subscription'
  readonly op: 'add'
  readonly subscriptions: readonly (Channel & { readonly subscribers: readonly number[] })[]
  /** Settings by user id, in the order of `subscriptions`. */
  readonly personal: Readonly<Record<string, readonly PersonalPart[]>>
  /** Set if the event is only for clients that were told the archived channel was gone. */
  readonly unarchived?: true
}

/** Row that tells users who left a channel together, and still know it, of each other. */
export interface LeftTogetherBody {
  readonly type: 'subscription'
  readonly op: 'peer_remove'
  readonly stream_ids: readonly number[]
  readonly user_ids: readonly number[]
  readonly together: true
}

const isTogether = (body: object): body is LeftTogetherBody => 'together' in body

const isAdd = (body: object): body is SubscriptionAddBody => 'personal' in body

/** Shapes subscriptions that began or ended, for each user that one call subscribed or removed. */
export const subscriptionShaper: Shaper = {
  type: 'subscription',
  shape(body, viewer) {
    if (isTogether(body)) {
      const { type, op, stream_ids, user_ids } = body
      const others = user_ids.filter((id) => id !== viewer.user.id)
      return { key: 'together', shared: () => ({ type, op, stream_ids }), own: { user_ids: others } }
    }
    if (!isAdd(body)) return { key: '', shared: () => body }
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
