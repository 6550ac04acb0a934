import type { SubscriptionProperty } from '@tagma/contract/objects/channel.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import {
  findSubscriptions,
  type SubscriptionChange,
  updateSubscription,
} from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'

export interface PropertyChange {
  readonly stream_id: number
  readonly property: SubscriptionProperty
  readonly value: boolean | string
}

const flags = {
  pin_to_top: 'pin_to_top',
  desktop_notifications: 'desktop_notifications',
  audible_notifications: 'audible_notifications',
  push_notifications: 'push_notifications',
  email_notifications: 'email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const

/** Changes a user's own settings for channels, all or none. Refuses channels without a subscription of the user. */
export async function changeSubscriptions(
  tx: Tx,
  user: UserRecord,
  changes: readonly PropertyChange[],
): Promise<void> {
  const rows = await findSubscriptions(
    tx.db,
    [user.id],
    changes.map((change) => change.stream_id),
  )
  const subscribed = new Set(rows.filter((row) => row.is_active === 1).map((row) => row.channel_id))
  const checked = changes.map((change) => {
    if (!subscribed.has(change.stream_id))
      throw badRequest(`Not subscribed to channel ID ${change.stream_id}`)
    return { ...change, ...requireProperty(change) }
  })
  for (const { stream_id, columns, events } of checked) {
    await updateSubscription(tx, user.id, stream_id, columns)
    for (const [property, value] of events)
      tx.emit({ type: 'subscription', op: 'update', stream_id, property, value }, { users: [user.id] })
  }
}

/** Returns the columns that store a property, and the values that its events carry. */
function requireProperty({ property, value }: PropertyChange): {
  columns: SubscriptionChange
  events: [SubscriptionProperty, boolean | string][]
} {
  if (property === 'color') {
    if (typeof value !== 'string' || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value))
      throw badRequest('color is not a valid hex color code')
    const color = longColor(value.toLowerCase())
    return { columns: { color }, events: [['color', color]] }
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`)
  if (property === 'is_muted' || property === 'in_home_view') {
    const isMuted = property === 'is_muted' ? value : !value
    return {
      columns: { is_muted: isMuted ? 1 : 0 },
      events: [
        ['in_home_view', !isMuted],
        ['is_muted', isMuted],
      ],
    }
  }
  return { columns: { [flags[property]]: value ? 1 : 0 }, events: [[property, value]] }
}

/** Expands a color to six digits, as clients expect: `#abc` becomes `#aabbcc`. */
const longColor = (color: string) =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color
