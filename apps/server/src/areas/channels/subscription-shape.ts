import type { Channel, Subscription } from '@tagma/contract/objects/channel.ts'
import type { Shaper } from '#events/shaper.ts'
import type { PersonalPart } from './present.ts'

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

const isAdd = (body: object): body is SubscriptionAddBody => 'personal' in body

/** New subscriptions, put together for each of those whom one call subscribed. */
export const subscriptionShaper: Shaper = {
  type: 'subscription',
  shape(body, viewer) {
    if (!isAdd(body)) return { key: '', shared: () => body }
    if (body.unarchived && viewer.capabilities.archived_channels) return undefined
    const personal = body.personal[String(viewer.user.id)] ?? []
    const subscriptions = body.subscriptions.flatMap((channel, index): Subscription[] => {
      const own = personal[index]
      return own ? [{ ...channel, ...own, subscribers: [...channel.subscribers] }] : []
    })
    return { key: 'add', shared: () => ({ type: 'subscription', op: 'add' }), own: { subscriptions } }
  },
}
