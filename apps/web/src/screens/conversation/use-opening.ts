import type { MessageView } from '@tagma/contract/address.ts'
import { dropWindow, showWindows } from '@tagma/sync/messages/messages.ts'
import { narrowKey } from '@tagma/sync/messages/narrow.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import { followMessage } from '#actions/follow-message.ts'
import { type Around, type Found, loadAround } from '#actions/load-messages.ts'
import { errorText } from '#actions/show-error.ts'
import { outcomeOf } from '#outbox/outcome.ts'
import { afterPaint } from '#parts/after-paint.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { Start } from '#parts/messages/place-keeper.ts'
import { useStateOf } from '#parts/use-state-of.ts'
import { isOutside } from '#state/is-outside.ts'
import type { Known } from '#state/known.ts'
import { channelOf, narrowOf, windowOf } from '#state/message-window.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { firstUnreadOf, isUnread, type Opening, startOf } from './opening.ts'
import { keptPlace, type ListRef, openList, placeOf, rememberSoon, savePlace } from './places.ts'

/** Milliseconds until messages that did not come are asked for again: at first, and at most. The pause doubles. */
const shortestPause = 2000
const longestPause = 30_000

const pauseAfter = (failures: number) => Math.min(shortestPause * 2 ** failures, longestPause)

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
  /** Whether the place does not exist, or the reader may not see it: the server does not say which. */
  readonly isGone: boolean
  readonly tryAgain: () => void
  /** Fetches the messages around a place, and begins there. */
  readonly jump: (around: Around) => void
  /** Goes to the newest message. */
  readonly toNewest: () => void
  /** The place that a jump left, if there was a jump. */
  readonly left: Jump | undefined
}

const isLive = ({ connection }: Known) => connection.state === 'live'

/** Returns the keys of the windows that the columns show. */
const shownKeys = ({ main, beside, state }: Known): string[] =>
  [main, ...beside.map(({ view }) => view)].flatMap((view) =>
    view.kind === 'conversation' || view.kind === 'feed' || view.kind === 'search'
      ? narrowKey(narrowOf(view, state?.user_id ?? -1))
      : [],
  )

/** Ways to deal with a jump. */
export interface Jump {
  readonly back: () => void
  readonly forget: () => void
}

/** The place that a jump left: no anchor stands for the end. */
interface Left {
  readonly key: string
  readonly anchor: Anchor | undefined
}

interface Visit {
  readonly view: MessageView
  readonly key: string
  readonly count: number
  /** Where the message that the address names stood in the view before. */
  readonly seenAt: number | undefined
  readonly kept: Anchor | undefined
  /** Whether the page knows what came while it was away. Before that, it does not know what is unread. */
  isLive: boolean
  start: Start | undefined
  firstUnread: number | undefined
  found: Found | undefined
  /** How often the messages did not come in a row. */
  failures: number
}

const newVisit = (view: MessageView, key: string, before: Visit | undefined, known: Known): Visit => ({
  view,
  key,
  count: (before?.count ?? 0) + 1,
  seenAt: before?.key === key ? undefined : offsetInSight(view),
  kept: keptPlace(view, key, known),
  isLive: isLive(known),
  start: undefined,
  firstUnread: undefined,
  found: undefined,
  failures: 0,
})

/** Returns where a message that an address names stands in the view that is about to be left, if it is in sight there. */
function offsetInSight({ at }: MessageView): number | undefined {
  if (!at || !('near' in at)) return undefined
  const article = document.querySelector(`.main article.message[data-id="${at.near}"]`)
  const scroller = article?.closest('.messages-scroller')
  if (!article || !scroller) return undefined
  const offset = article.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  return offset >= 0 && offset < scroller.clientHeight ? offset : undefined
}

/** Opens a view: decides where its list begins, and asks the server for what is missing. */
export function useOpening(view: MessageView, list: ListRef): Opened {
  const app = useApp()
  const { store } = app
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const window = useKnown((known) => windowOf(known, view))
  const key = narrowKey(narrowOf(view, ownId))
  const [error, setError] = useStateOf<unknown>(key, () => undefined)
  const [, draw] = useReducer<number, undefined>((count) => count + 1, 0)
  const visit = useRef<Visit>(undefined)
  const left = useLeft(key, view, visit.current, list)
  const present =
    visit.current?.view === view ? visit.current : newVisit(view, key, visit.current, store.get())
  // While the list is still that of the view before.
  if (visit.current && visit.current.key !== key) savePlace(visit.current.key, list)
  visit.current = present
  begin(present, { window, byId: store.get().messages.byId, ownId })

  // The error stays on the screen until the messages are there.
  const load = (around: Around, start?: Start) => {
    const takeAlong = focusOf(app, list)
    loadAround(app, narrowOf(view, ownId), around).then(
      (found) => {
        setError(undefined)
        present.failures = 0
        if (visit.current !== present) return
        present.found = found
        if (start && found.anchor !== undefined) {
          const isAtFound = start.kind === 'message'
          visit.current = again(present, isAtFound ? { kind: 'message', id: found.anchor } : start)
          const known = store.get()
          const now = around.anchor === 'first_unread' && windowOf(known, view)
          if (now) visit.current.firstUnread ??= firstUnreadOf(now, known.messages.byId, ownId)
        }
        draw(undefined)
        if (start) takeAlong(start.kind === 'end' ? windowOf(store.get(), view)?.ids.at(-1) : undefined)
      },
      (thrown: unknown) => {
        setError(thrown)
        // A network that comes back breaks calls at first. Nobody sees a reason to ask again while old messages are shown.
        if (outcomeOf(thrown).kind === 'later')
          setTimeout(() => retry(present, around, start), pauseAfter(present.failures++))
      },
    )
  }
  const retry = (of: Visit, around: Around, start?: Start) => {
    const known = store.get()
    const isKnown = windowOf(known, view)?.isStale === false
    if (visit.current === of && !isKnown && isLive(known)) load(around, start)
  }
  const isUnanswered = error !== undefined && window === undefined && outcomeOf(error).kind === 'later'
  useMissing(present, { list, window, load, isUnanswered })
  useEffect(() => void followMessage(app, view, () => visit.current?.view === view), [app, view])
  useShown(key, list, window === undefined)
  useLeaving(visit, list)
  // No event tells of new messages in a channel that one is not in: when it is opened again, they are asked for again.
  useEffect(() => () => forgetOutside(app, view, key), [app, key])
  return {
    key,
    window,
    start: present.start,
    firstUnread: present.firstUnread,
    visit: present.count,
    failure: error === undefined ? undefined : errorText(error),
    // The reader has typed the terms of a search, so the server's sentence says what is wrong with them.
    isGone: error !== undefined && view.kind !== 'search' && outcomeOf(error).kind === 'refused',
    tryAgain() {
      setError(undefined)
      load(placeToAsk(present))
    },
    ...jumpsOf({ app, window, list, left, load, draw: () => draw(undefined) }, (start) => {
      focusOf(app, list)()
      visit.current = again(present, start)
    }),
  }
}

interface Missing {
  readonly list: ListRef
  readonly window: Window | undefined
  readonly load: (around: Around, start?: Start) => void
  /** Whether the messages were asked for without a connection. */
  readonly isUnanswered: boolean
}

/** Asks for the messages that a visit needs, and for those that came while the page was away. */
function useMissing(visit: Visit, { list, window, load, isUnanswered }: Missing): void {
  const { store } = useApp()
  const isHeard = useKnown(isLive)
  const isMissing = visit.start === undefined || window?.isStale === true || window === undefined
  const isOvertaken = () => stoodStill(visit, list, store.get())
  useEffect(() => {
    if (!isMissing || isOvertaken()) return
    // A window that becomes stale while it is shown is fetched again around the place of reading.
    const anchor = visit.start ? (list.current?.anchor()?.id ?? 'newest') : undefined
    load(anchor === undefined ? placeToAsk(visit) : { anchor })
  }, [visit.view, isMissing])
  useEffect(() => {
    if (isOvertaken()) load({ anchor: 'first_unread' }, { kind: 'message', id: 0 })
    else if (isHeard && isUnanswered) load(placeToAsk(visit))
    visit.isLive = isHeard
  }, [isHeard])
}

/** Says that a column shows the messages of a window. */
function useShown(key: string, list: ListRef, isMissing: boolean): void {
  const { store } = useApp()
  useLayoutEffect(() => {
    const known = store.get()
    const others = shownKeys(known).filter((each) => each !== key)
    store.set({ messages: showWindows(known.messages, [...others, key]) })
  }, [store, key, isMissing])
  useLayoutEffect(() => openList(key, list), [key, list])
}

/** Keeps the place when one leaves, and has the device keep it. Then nobody waits for messages any more. */
function useLeaving(visit: { current: Visit | undefined }, list: ListRef): void {
  useLayoutEffect(
    () => () => {
      savePlace(visit.current!.key, list)
      visit.current = undefined
    },
    [],
  )
  useEffect(() => afterPaint(rememberSoon), [])
}

/** Gives up the messages of a view that is left, if its channel is one that the reader is not in. */
function forgetOutside({ store }: App, view: MessageView, key: string): void {
  const known = store.get()
  const channelId = channelOf(view)
  if (channelId === undefined || !isOutside(known, channelId)) return
  // A message on its way stays until the server has it.
  if (windowOf(known, view)?.echoes.length === 0) store.set({ messages: dropWindow(known.messages, key) })
}

interface Jumping {
  readonly app: App
  readonly window: Window | undefined
  readonly list: ListRef
  readonly left: ReturnType<typeof useLeft>
  readonly load: (around: Around, start?: Start) => void
  readonly draw: () => void
}

/** Returns the ways to other places of the view, and back. `show` has the list begin at a place that is loaded. */
function jumpsOf(
  { app, window, list, left, load, draw }: Jumping,
  show: (start: Start) => void,
): Pick<Opened, 'jump' | 'toNewest' | 'left'> {
  const back = () => {
    const anchor = left.place.current?.anchor
    left.forget()
    const start: Start = anchor ? { kind: 'anchor', anchor } : { kind: 'end' }
    const isHere = anchor ? window?.ids.includes(anchor.id) : window?.hasNewest
    if (!isHere) return load({ anchor: anchor?.id ?? 'newest' }, start)
    show(start)
    draw()
  }
  const forget = () => {
    left.forget()
    draw()
  }
  return {
    jump: (around) => {
      left.leave()
      load(around, around.anchor === 'newest' ? { kind: 'end' } : { kind: 'message', id: 0 })
    },
    toNewest: () => {
      left.leave()
      if (!window?.hasNewest) return load({ anchor: 'newest' }, { kind: 'end' })
      list.current?.goTo({ kind: 'end' })
      focusOf(app, list)(window.ids.at(-1))
      draw()
    },
    left: left.place.current && { back, forget },
  }
}

/** Keeps the place that jumps within a view leave. A link into the view that is open is a jump, too. */
function useLeft(key: string, view: MessageView, before: Visit | undefined, list: ListRef) {
  const place = useRef<Left>(undefined)
  const leave = () => {
    // Several jumps in a row lead back to where reading stopped.
    place.current ??= { key, anchor: list.current?.anchor() }
  }
  if (place.current?.key !== key) place.current = undefined
  const namesPlace = view.at !== undefined && !('with' in view.at)
  if (before?.start && before.view !== view && before.key === key && namesPlace) leave()
  return { place, leave, forget: () => void (place.current = undefined) }
}

/**
 * Whether a list still stands where it began, and the page has learned of unread messages since, which came while it was away:
 * there reading goes on.
 */
function stoodStill(visit: Visit, { current }: ListRef, known: Known): boolean {
  const { view, start } = visit
  if (visit.isLive || !isLive(known) || view.kind !== 'conversation' || !known.state) return false
  if (!start || start.kind === 'message' || !current) return false
  return current.anchor() === (start.kind === 'end' ? undefined : start.anchor) && isUnread(known.state, view)
}

/**
 * Takes the focus of a message along, when the list goes elsewhere: that message may go, or be out of sight. Returns a function
 * that gives the focus to a message, or to the one where the list is then.
 */
function focusOf({ column }: App, list: ListRef): (id?: number) => void {
  const isHere = column.element().querySelector('article.message:focus-within') !== null
  return (id) => isHere && void import('./give-focus.ts').then((all) => all.giveFocus(list, id))
}

const again = (visit: Visit, start: Start): Visit => ({ ...visit, count: visit.count + 1, start })

/** Decides where a visit begins, as soon as the messages are there, and which one is the first unread. */
function begin(visit: Visit, { window, byId, ownId }: Pick<Opening, 'window' | 'byId' | 'ownId'>): void {
  const { view, key, kept, found } = visit
  const isNew = !visit.start
  const saved = placeOf(key)
  visit.start ??= startOf({ view, window, byId, ownId, saved, kept, seenAt: visit.seenAt, found })
  if (!visit.start || !window || view.kind === 'search' || visit.firstUnread !== undefined) return
  // Messages that arrive unseen after everything was read begin the line, too.
  if (isNew || !document.hasFocus()) visit.firstUnread = firstUnreadOf(window, byId, ownId)
}

function placeToAsk({ view: { kind, at }, kept }: Visit): Around {
  if (at && 'near' in at) return { anchor: at.near }
  if (at && 'date' in at) return { anchor: 'date', date: at.date }
  return { anchor: kept?.id ?? (kind === 'search' ? 'newest' : 'first_unread') }
}
