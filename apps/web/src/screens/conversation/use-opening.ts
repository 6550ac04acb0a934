import type { MessageView } from '@tagma/contract/address.ts'
import { showWindows } from '@tagma/sync/messages/messages.ts'
import { narrowKey } from '@tagma/sync/messages/narrow.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { followMessage } from '#actions/follow-message.ts'
import { type Around, type Found, loadAround } from '#actions/load-messages.ts'
import { errorText } from '#actions/show-error.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import type { Start } from '#parts/messages/place-keeper.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { firstUnreadOf, startOf } from './opening.ts'

/** Places of reading of this session, by the key of the window. */
const places = new Map<string, Anchor>()

export interface Opened {
  /** The key of the window. */
  readonly key: string
  readonly window: Window | undefined
  /** Where the list opens; undefined while messages are asked for. */
  readonly start: Start | undefined
  /** The message before which the line *New messages* stands: it stays there until one leaves. */
  readonly firstUnread: number | undefined
  /** Changes when the list has to begin at another place. */
  readonly visit: number
  /** The reason why there are no messages to show. */
  readonly failure: string | undefined
  readonly tryAgain: () => void
  /** Fetches the messages around a place, and begins there. */
  readonly jump: (around: Around) => void
}

/** Keeps the place where one was in this session; none at the end. */
export function savePlace(key: string, anchor: Anchor | undefined): void {
  if (anchor) places.set(key, anchor)
  else places.delete(key)
}

interface Visit {
  readonly view: MessageView
  readonly count: number
  start: Start | undefined
  firstUnread: number | undefined
  found: Found | undefined
}

const newVisit = (view: MessageView, before: Visit | undefined): Visit => ({
  view,
  count: (before?.count ?? 0) + 1,
  start: undefined,
  firstUnread: undefined,
  found: undefined,
})

/** Opens a view: decides where its list begins, and asks the server for what is missing. */
export function useOpening(view: MessageView, list: { readonly current: ListHandle | null }): Opened {
  const app = useApp()
  const { store } = app
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const window = useKnown((known) => windowOf(known, view))
  const key = narrowKey(narrowOf(view, ownId))
  const [failure, setFailure] = useState<string>()
  const [, draw] = useState(0)
  const visit = useRef<Visit>(undefined)
  const present = visit.current?.view === view ? visit.current : newVisit(view, visit.current)
  visit.current = present
  if (!present.start) {
    const { byId } = store.get().messages
    present.start = startOf({ view, window, byId, ownId, saved: places.get(key), found: present.found })
    if (present.start && window && view.kind !== 'search')
      present.firstUnread = firstUnreadOf(window, byId, ownId)
  }
  // Messages that arrive unseen after everything was read begin the line, too.
  if (
    present.start &&
    window &&
    present.firstUnread === undefined &&
    view.kind !== 'search' &&
    !document.hasFocus()
  )
    present.firstUnread = firstUnreadOf(window, store.get().messages.byId, ownId)

  const load = (around: Around, begin?: 'begin') => {
    setFailure(undefined)
    loadAround(app, narrowOf(view, ownId), around).then(
      (found) => {
        if (visit.current !== present) return
        present.found = found
        if (begin && found.anchor !== undefined) {
          const isEnd = around.anchor === 'newest'
          visit.current = {
            ...present,
            count: present.count + 1,
            start: isEnd ? { kind: 'end' } : { kind: 'message', id: found.anchor },
          }
        }
        draw((count) => count + 1)
      },
      (error: unknown) => setFailure(errorText(error)),
    )
  }
  const isMissing = present.start === undefined || window?.isStale === true || window === undefined
  useEffect(() => {
    if (!isMissing) return
    // A window that becomes stale while it is shown is fetched again around the place of reading.
    const anchor = present.start ? (list.current?.anchor()?.id ?? 'newest') : undefined
    load(anchor === undefined ? placeToAsk(view) : { anchor })
  }, [view, isMissing])
  useEffect(() => void followMessage(app, view), [app, view])
  useLayoutEffect(() => {
    store.set({ messages: showWindows(store.get().messages, [key]) })
  }, [store, key, window === undefined])
  return {
    key,
    window,
    start: present.start,
    firstUnread: present.firstUnread,
    visit: present.count,
    failure,
    tryAgain: () => load(placeToAsk(view)),
    jump: (around) => load(around, 'begin'),
  }
}

function placeToAsk({ kind, at }: MessageView): Around {
  if (at && 'near' in at) return { anchor: at.near }
  if (at && 'date' in at) return { anchor: 'date', date: at.date }
  return { anchor: kind === 'search' ? 'newest' : 'first_unread' }
}
