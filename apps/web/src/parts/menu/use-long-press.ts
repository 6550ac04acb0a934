import { useEffect, useRef } from 'preact/hooks'

/** The time that a finger rests, in milliseconds, and the way that it may move meanwhile, in pixels. */
const pressMilliseconds = 500
const pressWay = 10

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

export interface Point {
  readonly x: number
  readonly y: number
}

interface PressOptions {
  /** Opens the menu of the thing under a point. Returns false if it has none. */
  readonly open: (target: EventTarget | null, point: Point) => boolean
  /** Whether the browser has a menu of its own for something. */
  readonly isOwn: (target: EventTarget | null) => boolean
}

/** Opens a menu where a finger rests, or where it is clicked with the other button. */
export function useLongPress(options: PressOptions): LongPress {
  const latest = useRef(options)
  latest.current = options
  const cancel = useRef<() => void>(() => undefined)
  useEffect(() => () => cancel.current(), [])
  return {
    onPointerDown(event) {
      cancel.current()
      if (event.pointerType !== 'touch' || !event.isPrimary || latest.current.isOwn(event.target)) return
      const { target, clientX: x, clientY: y } = event
      const ending = new AbortController()
      const { signal } = ending
      const timer = setTimeout(() => {
        cancel.current()
        if (latest.current.open(target, { x, y })) swallowClick()
      }, pressMilliseconds)
      cancel.current = () => {
        clearTimeout(timer)
        ending.abort()
      }
      const onMove = (move: PointerEvent) => {
        if (Math.hypot(move.clientX - x, move.clientY - y) > pressWay) cancel.current()
      }
      const stop = () => cancel.current()
      addEventListener('pointermove', onMove, { signal })
      for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, stop, { signal })
      addEventListener('scroll', stop, { signal, capture: true })
    },
    onContextMenu(event) {
      const isTouch = 'pointerType' in event && event.pointerType === 'touch'
      const hasSelection = getSelection()?.isCollapsed === false
      const { open, isOwn } = latest.current
      if (isOwn(event.target) || (!isTouch && hasSelection)) return
      // A finger has opened the menu already.
      if (isTouch || open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
    },
  }
}

/**
 * A finger that opened a menu does nothing when it is lifted: it may lie on what it pressed, or on an entry of the menu. The
 * browser tells of its click late, so what ends this is the next press or key.
 */
function swallowClick(): void {
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  const swallow = (event: Event) => {
    if (!event.isTrusted) return
    event.preventDefault()
    event.stopPropagation()
    ending.abort()
  }
  addEventListener('click', swallow, options)
  for (const name of ['pointerdown', 'keydown'] as const)
    addEventListener(name, () => ending.abort(), options)
}
