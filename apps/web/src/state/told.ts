import type { ServerEvent } from '@tagma/client/server-event.ts'
import { decideOnScreen } from '@tagma/rules/notifications/decide-on-screen.ts'
import { viewerInState } from '@tagma/rules/notifications/viewer-in-state.ts'
import { type Message, messageOf, othersOf } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import { peopleKey, topicKey } from './conversations.ts'

/** A message that one is told of. */
export interface Told {
  readonly message: Message
  /** The key of its conversation. */
  readonly key: string
  readonly onScreen: boolean
  readonly bySound: boolean
}

/** Milliseconds after which a message is no news: a page that was without network does not ring for last night. */
const newsFor = 10 * 60_000

interface Situation {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Whether the conversation with a key is open in a window that has the focus. */
  readonly isSeen: (key: string) => boolean
}

/** Returns the messages of events that one is told of on the screen or by a sound, by the rules and one's settings. */
export function toldOf(
  state: State,
  events: readonly ServerEvent[],
  { now, isSeen }: Situation,
): readonly Told[] {
  const ownId = state.user_id ?? -1
  return events.flatMap((event) => {
    if (event.type !== 'message' || now - event.message.timestamp * 1000 > newsFor) return []
    const message = messageOf(event.message, event.flags)
    const key = keyOf(message, ownId)
    const { screen, sound } = decideOnScreen(viewerInState(state, message, event.flags, isSeen(key)))
    return screen.notify || sound.notify
      ? [{ message, key, onScreen: screen.notify, bySound: sound.notify }]
      : []
  })
}

/** Returns the key of the conversation of a message. */
export const keyOf = (message: Message, ownId: number): string =>
  message.stream_id === undefined
    ? peopleKey(othersOf(message, ownId))
    : topicKey(message.stream_id, message.subject)

/** Returns which of some messages are news no more, because they were read elsewhere or deleted. */
export function overBy(events: readonly ServerEvent[], ids: readonly number[]): readonly number[] {
  const over = new Set<number>()
  for (const event of events) {
    if (event.type === 'update_message_flags' && event.op === 'add' && event.flag === 'read') {
      for (const id of event.all ? ids : event.messages) over.add(id)
    } else if (event.type === 'delete_message') {
      for (const id of event.message_ids ?? [event.message_id]) if (id !== undefined) over.add(id)
    }
  }
  return ids.filter((id) => over.has(id))
}

/** Returns which of some messages are unread, by a registration. */
export function unreadAmong(state: State, ids: readonly number[]): readonly number[] {
  const { pms = [], huddles = [], streams = [] } = state.unread_msgs ?? {}
  const unread = new Set([...pms, ...huddles, ...streams].flatMap((part) => part.unread_message_ids))
  return ids.filter((id) => unread.has(id))
}
