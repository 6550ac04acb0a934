import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { afterPaint } from '#parts/after-paint.ts'
import { drawnSize, noteDrawnSize } from './drawn-size.ts'
import { leastHeight } from './least-height.ts'
import type { MessageListProps } from './message-list.tsx'
import { idIn, PlaceKeeper } from './place-keeper.ts'
import { follow, firstSpan, grow, indexFrom, indicesOf, newerHalf, sizes, type Span } from './shown-span.ts'

/** More messages are drawn, and asked for, when less than this many screens are left, at rest and while somebody scrolls. */
const restAhead = 1.25
const screensAhead = 2
/** While somebody scrolls, more is asked for when so few of the known messages are left to draw. */
const stock = 30
/** Screens above the end beyond which older messages go, while one stays there: each key and each frame pays for them. */
const mostAbove = 6

interface Place {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly keeper: RefObject<PlaceKeeper | null>
  /** The messages that stand in the page. */
  readonly span: Span
  /** Whether the newest message is among them. */
  readonly isNewestShown: boolean
  /** Whether the list is at its end. */
  readonly follows: boolean
  readonly onScroll: () => void
}

/** Decides which messages stand in the page, and keeps the place of reading. */
export function usePlace(props: MessageListProps): Place {
  const { ids, echoes, hasNewest } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keeper = useRef<PlaceKeeper>(null)
  const [chosen, setChosen] = useState<Span>(() => spanAtFirst(props))
  const [follows, setFollows] = useState(props.start.kind === 'end')
  const shown = useRef<Shown>({ ids, span: chosen, chosen })
  const span = useSpan(shown, ids, chosen)
  const isNewestShown = hasNewest && (ids.length === 0 || span.last >= ids.at(-1)!)
  const latest = useRef(props)
  latest.current = props

  const look = (isScrolling = false) => {
    const place = keeper.current
    // The list may be gone by then.
    if (!place || !scroller.current) return
    place.hear(isNewestShown)
    place.settle(isNewestShown)
    setFollows(place.follows)
    const leastKept = isScrolling || !place.follows ? undefined : focusedId(scroller.current)
    const next = fitted(latest.current, shown.current.span, { ...place.room(), isScrolling, leastKept })
    if (next !== shown.current.span) setChosen(next)
    latest.current.onLook()
  }
  useLayoutEffect(() => {
    const element = scroller.current!
    const place = new PlaceKeeper(element, latest.current.start)
    keeper.current = place
    const content = new ResizeObserver(() => place.restore())
    for (const child of element.children) content.observe(child)
    const room = new ResizeObserver(() => {
      place.resized()
      noteDrawnSize(element)
    })
    room.observe(element)
    return () => {
      content.disconnect()
      room.disconnect()
    }
  }, [])
  // After each drawing, before it is painted.
  useLayoutEffect(() => keeper.current?.restore())
  // Messages in sight are drawn first, then the rest.
  useEffect(() => afterPaint(() => look()), [span, ids])
  useLayoutEffect(() => {
    // One's own message comes into sight.
    if (echoes.length > 0) {
      keeper.current?.begin({ kind: 'end' })
      setFollows(true)
    }
  }, [echoes.at(-1)])
  const onScroll = () => {
    if (keeper.current?.scrolled(isNewestShown)) look(true)
    // The list moved itself. What that asks for is drawn after the frame that shows it.
    else afterPaint(() => look())
  }
  return { scroller, keeper, span, isNewestShown, follows, onScroll }
}

/** Returns the messages that fill the screen at the place where a list begins. */
function spanAtFirst({ ids, byId, mutedIds, start }: MessageListProps): Span {
  const size = drawnSize()
  return firstSpan(ids, idIn(start), {
    room: size.height,
    leastHeight: (id) => {
      const before = byId.get(ids[indexFrom(ids, id) - 1] ?? 0)
      return leastHeight(byId.get(id), before, mutedIds, size)
    },
  })
}

interface Shown {
  readonly ids: readonly number[]
  readonly span: Span
  readonly chosen: Span
}

/** Returns the span that was chosen last, carried over to ids that changed since. */
function useSpan(shown: { current: Shown }, ids: readonly number[], chosen: Span): Span {
  const before = shown.current
  const base = chosen === before.chosen ? before.span : chosen
  const wasNewest = before.ids.length === 0 || before.span.last >= before.ids.at(-1)!
  const span = before.ids === ids ? base : follow(ids, base, wasNewest)
  shown.current = { ids, span, chosen }
  return span
}

/** Returns the message in a list that has the focus, or a number greater than all. */
const focusedId = (scroller: HTMLElement): number =>
  scroller.contains(document.activeElement)
    ? Number(document.activeElement?.closest('article.message')?.getAttribute('data-id') ?? 0)
    : Number.POSITIVE_INFINITY

interface Room {
  /** In screens. */
  readonly above: number
  readonly below: number
  readonly isScrolling: boolean
  /** Older messages than this one may go; undefined if none may. */
  readonly leastKept: number | undefined
}

/** Grows the span where little is left, and asks for more messages where none is known. Shrinks one that is far too long. */
function fitted(props: MessageListProps, span: Span, room: Room): Span {
  const { above, below, isScrolling } = room
  const { ids, hasOldest, hasNewest, onOlder, onNewer } = props
  const { from, to } = indicesOf(ids, span)
  // Where messages have to go on the other side, they must not be needed there.
  const [step, ahead] = isScrolling ? [sizes.step, screensAhead] : [sizes.rest, restAhead]
  const isFull = to - from + step > sizes.most
  const least = isScrolling ? stock : 0
  const mayGrow = (other: number) => !isFull || other > screensAhead + 1
  if (above < ahead && from <= least && !hasOldest) onOlder()
  if (below < ahead && ids.length - to <= least && !hasNewest) onNewer()
  if (room.leastKept !== undefined && above > mostAbove) {
    const half = newerHalf(ids, span)
    if (half.first <= room.leastKept) return half
  }
  if (above < ahead && mayGrow(below)) {
    const next = grow(ids, span, 'older', step)
    if (next !== span) return next
  }
  return below < ahead && mayGrow(above) ? grow(ids, span, 'newer', step) : span
}
