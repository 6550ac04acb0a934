import type { State } from '@tagma/sync/state.ts'
import { type Conversation, topicKey } from './conversations.ts'

/** Values of `desktop_icon_count_display`. */
const displays = { all: 1, directMentionsAndFollowed: 2, directAndMentions: 3, none: 4 } as const

/** Returns the number of unread messages that the title of the tab and the icon of the app show. */
export function iconCount(
  state: Pick<State, 'unread_msgs' | 'user_settings'>,
  conversations: readonly Conversation[],
  total: number,
): number {
  const display = state.user_settings?.desktop_icon_count_display ?? displays.all
  if (display === displays.none) return 0
  if (display === displays.all || !state.unread_msgs) return total
  const { pms, huddles, streams, mentions } = state.unread_msgs
  const followed = new Set(
    conversations
      .filter(({ isFollowed }) => isFollowed && display === displays.directMentionsAndFollowed)
      .map(({ key }) => key),
  )
  // A direct message that mentions somebody is one message.
  return new Set([
    ...mentions,
    ...[...pms, ...huddles].flatMap(({ unread_message_ids }) => unread_message_ids),
    ...streams
      .filter(({ stream_id, topic }) => followed.has(topicKey(stream_id, topic)))
      .flatMap(({ unread_message_ids }) => unread_message_ids),
  ]).size
}
