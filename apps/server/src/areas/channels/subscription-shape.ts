import type { Channel, Subscription } from '@tagma/contract/objects/channel.ts'
import type { Shaper } from '#events/shaper.ts'
import { fitSubscription, type PersonalPart } from './present.ts'

/** The row of a `subscription` add event: the channels once, and beside them what each user has set for them. */
export interface SubscriptionAddBody {
  readonly type: 'subscription'
  readonly op: 'add'
  readonly subscriptions: readonly (Channel & { readonly subscribers: readonly number[] })[]
  /** By user id, in the order of `subscriptions`. */
  readonly personal: Readonly<Record<string, readonly PersonalPart[]>>
  /** Only for clients that were told the channel had gone when it was archived. */
  readonly unarchived?: true
}

/** The row that tells those who left a channel together, and know it still, of each other. */
export interface LeftTogetherBody {
  readonly type: 'subscription'
  readonly op: 'peer_remove'
  readonly stream_ids: readonly number[]
  readonly user_ids: readonly number[]
  readonly together: true
}

const isTogether = (body: object): body is LeftTogetherBody => 'together' in body

const isAdd = (body: object): body is SubscriptionAddBody => 'personal' in body

/** Subscriptions that began or ended, put together for each of those whom one call subscribed or took out. */
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
