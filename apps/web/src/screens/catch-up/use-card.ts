import type { MessageView } from '@tagma/contract/address.ts'
import { showWindows } from '@tagma/sync/messages/messages.ts'
import { narrowKey } from '@tagma/sync/messages/narrow.ts'
import { covers, type Window } from '@tagma/sync/messages/window.ts'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { loadMore, loadUnread } from '#actions/load-messages.ts'
import { errorText } from '#actions/show-error.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** Read messages before the first unread one. */
export const context = 2

/** Messages shown at first, and further ones at a time. */
const first = 40
const more = 60

export interface CardMessages {
  readonly key: string
  readonly window: Window | undefined
  /** Ids of the messages to show: two that were read, and those from the first unread one on, as far as they are shown. */
  readonly ids: readonly number[]
  /** The first message that was unread when the round began, or the one behind it. */
  readonly firstUnread: number | undefined
  /** Whether there are messages behind those shown. */
  readonly hasMore: boolean
  readonly showMore: () => void
  /** The reason why the messages are not here. */
  readonly failure: string | undefined
  readonly tryAgain: () => void
}

/** Brings the messages of a card. `from` is the first one that was unread when the round began. */
export function useCard(view: MessageView, from: number): CardMessages {
  const app = useApp()
  const { store } = app
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const narrow = narrowOf(view, ownId)
  const key = narrowKey(narrow)
  const window = useKnown((known) => windowOf(known, view))
  const isOnline = useKnown(({ connection }) => connection.state === 'live')
  const [failure, setFailure] = useState<string>()
  const [count, setCount] = useState(first)
  const isHere = hasCard(window, from)
  const isStale = window?.isStale === true
  const load = () => {
    setFailure(undefined)
    loadUnread(app, narrow, from).catch((error: unknown) => setFailure(errorText(error)))
  }
  useEffect(() => {
    if (!isHere || isStale) load()
  }, [key, isHere, isStale, isOnline])
  useLayoutEffect(() => {
    store.set({ messages: showWindows(store.get().messages, [key]) })
  }, [store, key, window === undefined])
  const ids = window?.ids ?? []
  const at = ids.findIndex((id) => id >= from)
  const begin = Math.max(0, (at < 0 ? ids.length : at) - context)
  const end = (at < 0 ? ids.length : at) + count
  const isShort = isHere && window?.hasNewest === false && end > ids.length
  useEffect(() => {
    if (isShort) loadMore(app, narrow, 'newer').catch((error: unknown) => setFailure(errorText(error)))
  }, [isShort, ids.length])
  return {
    key,
    window: isHere ? window : undefined,
    ids: isHere ? ids.slice(begin, end) : [],
    firstUnread: at < 0 ? undefined : ids[at],
    hasMore: isHere && (end < ids.length || window?.hasNewest === false),
    showMore: () => setCount(count + more),
    failure,
    tryAgain: load,
  }
}

/** Whether a window has all that a card begins with. */
export function hasCard(window: Window | undefined, from: number): boolean {
  if (!window || !covers(window, from)) return false
  return window.hasOldest || window.ids.filter((id) => id < from).length >= context
}
