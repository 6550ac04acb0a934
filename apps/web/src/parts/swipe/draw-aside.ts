/** Pixels at both sides of the window where a finger goes back, or where the browser's own swipes begin. */
const edge = 24
/** Pixels until a finger's way counts as a swipe, for the act to happen, and the most that a thing moves. */
const ways = { begin: 12, act: 56, most: 80 } as const

/** A way along the line: towards its beginning, which is left unless the page is mirrored, or towards its end. */
export type Way = 'start' | 'end'

/** Deeds that are done when something was drawn far enough. A way without a deed moves nothing. */
export type Deeds = Readonly<Partial<Record<Way, () => void>>>

/** Returns the edge of the window that a finger begins at, if it does. */
export function edgeAt(x: number, isMirrored: boolean): Way | undefined {
  if (x >= edge && x <= innerWidth - edge) return undefined
  return x < edge !== isMirrored ? 'start' : 'end'
}

/**
 * Lets the finger of a press draw something aside. CSS sees it: `data-swipe` is `begun`, and `ready` as soon as lifting the
 * finger does the deed; `data-swipe-to` is the way, `--swipe` the pixels. A finger that goes up or down first scrolls. Returns
 * a function that lets go.
 */
export function drawAside(press: PointerEvent, thing: HTMLElement, deeds: Deeds): () => void {
  const { clientX: x, clientY: y, pointerId } = press
  const sign = getComputedStyle(thing).direction === 'rtl' ? -1 : 1
  const ending = new AbortController()
  let to: Way | undefined
  let isReady = false
  const letGo = () => {
    ending.abort()
    delete thing.dataset['swipe']
    delete thing.dataset['swipeTo']
    thing.style.removeProperty('--swipe')
  }
  const onMove = (move: PointerEvent) => {
    if (move.pointerId !== pointerId) return
    const way = (move.clientX - x) * sign
    if (to === undefined) {
      if (Math.abs(move.clientY - y) > Math.max(Math.abs(way), ways.begin)) return letGo()
      if (Math.abs(way) < ways.begin) return
      to = way < 0 ? 'start' : 'end'
    }
    if (!deeds[to]) return
    const drawn = Math.max(to === 'start' ? -way : way, 0)
    isReady = drawn >= ways.act
    thing.dataset['swipe'] = isReady ? 'ready' : 'begun'
    thing.dataset['swipeTo'] = to
    const pixels = Math.min(drawn, ways.most) * sign * (to === 'start' ? -1 : 1)
    thing.style.setProperty('--swipe', `${pixels}px`)
  }
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== pointerId) return
    const deed = isReady && to ? deeds[to] : undefined
    letGo()
    deed?.()
  }
  const { signal } = ending
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', (event) => event.pointerId === pointerId && letGo(), { signal })
  // Else the browser takes the finger for one that threw the page, and the next tap for one that stops it.
  const onTouchMove = (event: TouchEvent) => {
    if (to !== undefined && event.cancelable) event.preventDefault()
  }
  addEventListener('touchmove', onTouchMove, { signal, passive: false })
  // A second finger zooms.
  addEventListener('pointerdown', (event) => event !== press && letGo(), { signal, capture: true })
  return letGo
}
