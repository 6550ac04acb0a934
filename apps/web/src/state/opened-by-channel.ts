import type { View } from '@tagma/contract/address.ts'
import { viewOf } from './addresses.ts'
import { channelById } from './channels.ts'
import type { Conversation } from './conversations.ts'
import type { Known } from './known.ts'
import { listSections } from './list-rows.ts'
import { selectConversations } from './selectors.ts'
import { viewOfChannel } from './topics-policy.ts'

/** The values of `web_channel_default_view`. */
export const defaultViews = { topTopic: 1, feed: 2, topics: 3, topUnreadTopic: 4 } as const

/**
 * Returns what a click on a channel opens, by the setting `web_channel_default_view`: its feed, its list of topics, or the
 * first topic of that list, where one is known. With `isNarrow`, topics are not opened over the list, which is a screen of
 * its own there.
 */
export function openedByChannel(known: Known, channelId: number, isNarrow: boolean): View {
  const { state } = known
  const channel = channelById(state, channelId)
  const list: View = channel ? viewOfChannel(state, channel) : { kind: 'topics', channelId }
  if (list.kind !== 'topics') return list
  const setting = state?.user_settings?.web_channel_default_view ?? defaultViews.topTopic
  if (setting === defaultViews.feed) return { kind: 'feed', channelId }
  if (setting === defaultViews.topics || isNarrow) return list
  const rows = rowsOf(known, channelId)
  const unread = setting === defaultViews.topUnreadTopic ? rows.find((row) => row.unread > 0) : undefined
  const top = unread ?? rows[0]
  return top ? viewOf(top, state?.user_id ?? -1) : list
}

/** Returns the rows of a channel's list, without those of its folded sections. */
const rowsOf = (known: Known, channelId: number): readonly Conversation[] =>
  listSections(
    selectConversations(known),
    { kind: 'channel', channelId },
    { filter: 'all', channelOrder: [], staying: new Set() },
  )
    .filter(({ kind }) => kind === 'all')
    .flatMap(({ rows }) => rows)
