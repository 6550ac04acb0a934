import { useEffect, useRef } from 'preact/hooks'
import { type Deeds, drawAside, edgeAt } from './draw-aside.ts'

interface Swipe {
  readonly onPointerDown: (event: PointerEvent) => void
}

interface SwipeOptions {
  /** A selector of the things that are drawn aside. */
  readonly of: string
  /** A selector of parts that a finger moves themselves, or that are written in. */
  readonly except?: string
  /** Returns what drawing one of the things does, either way. */
  readonly deeds: (thing: HTMLElement) => Deeds
}

/** Does something with a part of the page that a finger draws along its line: a row, a message. */
export function useSwipe(options: SwipeOptions): Swipe {
  const latest = useRef(options)
  latest.current = options
  const letGo = useRef<() => void>(() => undefined)
  useEffect(() => () => letGo.current(), [])
  return {
    onPointerDown(event) {
      letGo.current()
      const { of, except, deeds } = latest.current
      if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return
      if (edgeAt(event.clientX, false) || (except !== undefined && event.target.closest(except))) return
      const thing = event.target.closest<HTMLElement>(of)
      if (thing) letGo.current = drawAside(event, thing, deeds(thing))
    },
  }
}
