import type { MessageView } from '@tagma/contract/address.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { unreadInDirect, unreadInTopic } from '@tagma/sync/selectors/unread-of.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { Start } from '#parts/messages/place-keeper.ts'
import { indexFrom } from '#parts/messages/shown-span.ts'

/** Facts that decide where a list opens. */
export interface Opening {
  readonly view: MessageView
  readonly window: Window | undefined
  readonly byId: Messages['byId']
  readonly ownId: number
  /** The place of this session, if one was here before. */
  readonly saved: Anchor | undefined
  /** The place that this device keeps of a conversation without unread messages. */
  readonly kept?: Anchor | undefined
  /** Pixels from the upper edge at which the message that the address names stood in the view before. */
  readonly seenAt?: number | undefined
  /** The server's answer about the messages around the place. */
  readonly found: { readonly anchor: number | undefined } | undefined
}

/** Returns the first message that the reader has not read. Their own count as read. */
export function firstUnreadOf(window: Window, byId: Messages['byId'], ownId: number): number | undefined {
  return window.ids.find((id) => {
    const message = byId.get(id)
    return message !== undefined && !message.flags.includes('read') && message.sender_id !== ownId
  })
}

/** Whether a conversation has unread messages, loaded or not. */
export function isUnread(
  state: State,
  { conversation }: Extract<MessageView, { kind: 'conversation' }>,
): boolean {
  const unread =
    conversation.kind === 'topic'
      ? unreadInTopic(state, conversation.channelId, conversation.topic)
      : unreadInDirect(state, conversation.userIds)
  return unread.length > 0
}

const holds = (window: Window, id: number) => window.ids[indexFrom(window.ids, id)] === id

/**
 * Returns where a list opens, or undefined if messages have to be asked for first: at the message that the address names;
 * at the same height if it was in sight; else where one was in this session; else at the first unread message; else where one
 * was on this device; else at the end.
 */
export function startOf({
  view,
  window,
  byId,
  ownId,
  saved,
  kept,
  seenAt,
  found,
}: Opening): Start | undefined {
  if (!window || window.isStale) return undefined
  const { at } = view
  if (at && 'near' in at) {
    if (holds(window, at.near))
      return seenAt === undefined
        ? { kind: 'message', id: at.near }
        : { kind: 'anchor', anchor: { id: at.near, offset: seenAt } }
    return found ? { kind: 'message', id: found.anchor ?? at.near } : undefined
  }
  if (at && 'date' in at) {
    return found?.anchor === undefined ? undefined : { kind: 'message', id: found.anchor }
  }
  if (saved && holds(window, saved.id)) return { kind: 'anchor', anchor: saved }
  if (view.kind === 'search') return window.hasNewest ? { kind: 'end' } : undefined
  const unread = firstUnreadOf(window, byId, ownId)
  if (unread !== undefined) {
    // Older messages may be unread too, unless the one before was read or none is older.
    const isFirst = window.hasOldest || unread !== window.ids[0] || found !== undefined
    return isFirst ? { kind: 'message', id: unread } : undefined
  }
  // Where its message is gone, the list begins at the next one.
  if (kept) return found || holds(window, kept.id) ? { kind: 'anchor', anchor: kept } : undefined
  if (window.hasNewest) return { kind: 'end' }
  if (!found) return undefined
  // For the server, messages of one's own can be unread: programs do not read what they write.
  return found.anchor === undefined ? { kind: 'end' } : { kind: 'message', id: found.anchor }
}
