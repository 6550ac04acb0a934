import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Rows of a long list that are drawn at first, and added when its end comes near. */
const step = 60
/** Pixels below what is seen in which the end counts as near. */
const nearness = 800

interface Growing {
  /** The number of rows to draw. */
  readonly count: number
  /** Stands behind the last row. */
  readonly end: ComponentChildren
}

/**
 * Draws a list of thousands as far as one scrolls: what is out of sight costs nothing. `least` rows are drawn in any case,
 * such as those up to the one that is open.
 */
export function useGrowing(total: number, least = 0): Growing {
  const end = useRef<HTMLLIElement>(null)
  const [reached, setReached] = useState(step)
  const count = Math.min(total, Math.max(reached, least))
  const isWhole = count === total
  useEffect(() => {
    if (!end.current || isWhole) return
    const root = end.current.closest('[data-scrolls]')
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setReached(count + step),
      { root, rootMargin: `${nearness}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count, isWhole])
  return { count, end: isWhole ? null : <li ref={end} aria-hidden="true" class="growing-end" /> }
}
