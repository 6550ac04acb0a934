import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { Known } from './known.ts'
import { useApp } from './use-app.ts'

/**
 * Returns what `select` finds in the page's knowledge, and draws the component again only when that changes.
 *
 * `select` runs after each change, in each component: it must be cheap, and return the same object for the same
 * knowledge. A selector that makes lists remembers its last answer (`remember`).
 */
export function useKnown<T>(select: (known: Known) => T): T {
  const { store } = useApp()
  const [, draw] = useReducer<number, undefined>((count) => count + 1, 0)
  const value = select(store.get())
  const shown = useRef({ select, value })
  shown.current = { select, value }
  // A layout effect, because an effect would run after the next paint and miss what changes before.
  useLayoutEffect(() => {
    const compare = () => {
      if (!Object.is(shown.current.select(store.get()), shown.current.value)) draw(undefined)
    }
    compare()
    return store.subscribe(compare)
  }, [store])
  return value
}
