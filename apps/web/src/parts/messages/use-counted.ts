import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/**
 * Says of each message its place among all that are known, from 1, and their number: −1 while older or newer ones may
 * exist. These change for all rows with each message that comes, which is no reason to draw the rows again.
 */
export function useCounted(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
  from: number,
  count: number,
): void {
  useLayoutEffect(() => {
    let position = from
    for (const article of scroller.current?.getElementsByClassName('message') ?? []) {
      article.setAttribute('aria-posinset', String(++position))
      article.setAttribute('aria-setsize', String(count))
    }
  }, [rows, from, count])
}
