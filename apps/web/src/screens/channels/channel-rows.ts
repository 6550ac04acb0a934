import { fitOf, folded } from '#parts/completion/match.ts'
import type { Channel } from '#state/channels.ts'

/** The pages of the list of channels. */
export const channelTabs = ['subscribed', 'available', 'all'] as const
export type ChannelTab = (typeof channelTabs)[number]

export const channelOrders = ['name', 'subscribers', 'traffic'] as const
export type ChannelOrder = (typeof channelOrders)[number]

export interface ChannelFilter {
  readonly tab: ChannelTab
  readonly query: string
  /** Undefined for all folders, null for channels without one. */
  readonly folderId: number | null | undefined
  readonly order: ChannelOrder
  /** Ids of channels that were joined or left here: their rows stay until the page is left. */
  readonly staying: ReadonlySet<number>
}

export interface ChannelRow {
  readonly channel: Channel
  readonly isIn: boolean
}

/** Returns the channels of a page in their order. Archived ones are at the end of the page of all. */
export function channelRows(
  channels: Iterable<Channel>,
  subscribed: ReadonlySet<number>,
  { tab, query, folderId, order, staying }: ChannelFilter,
): ChannelRow[] {
  const asked = folded(query.trim())
  return [...channels]
    .map((channel) => ({
      channel,
      isIn: subscribed.has(channel.stream_id),
      fit: asked === '' ? 0 : fitOfChannel(asked, channel),
    }))
    .filter(({ channel, isIn, fit }) => {
      const isHere =
        tab === 'all' ||
        (!channel.is_archived && (staying.has(channel.stream_id) || isIn === (tab === 'subscribed')))
      return fit !== undefined && isHere && (folderId === undefined || channel.folder_id === folderId)
    })
    .toSorted(
      (a, b) =>
        Number(a.channel.is_archived) - Number(b.channel.is_archived) ||
        (a.fit ?? 0) - (b.fit ?? 0) ||
        weightOf(b.channel, order) - weightOf(a.channel, order) ||
        a.channel.name.localeCompare(b.channel.name, undefined, { sensitivity: 'base', numeric: true }),
    )
    .map(({ channel, isIn }) => ({ channel, isIn }))
}

/** A description that has the words comes after all names. */
function fitOfChannel(asked: string, { name, description }: Channel): number | undefined {
  return fitOf(asked, folded(name)) ?? (folded(description).includes(asked) ? 9 : undefined)
}

function weightOf({ subscriber_count, stream_weekly_traffic }: Channel, order: ChannelOrder): number {
  if (order === 'subscribers') return subscriber_count
  return order === 'traffic' ? (stream_weekly_traffic ?? -1) : 0
}
