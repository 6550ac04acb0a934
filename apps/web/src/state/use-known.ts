import { createContext } from 'preact'
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { Known } from './known.ts'
import type { Store } from './store.ts'

export const KnownContext = createContext<Store<Known> | undefined>(undefined)

/** Returns the store, for handlers that read it when something happens. */
export function useStore(): Store<Known> {
  const store = useContext(KnownContext)
  if (!store) throw new Error('useStore needs a KnownContext above it.')
  return store
}

/**
 * Returns what `select` finds in the page's knowledge, and draws the component again only when that changes.
 *
 * `select` runs after each change, in each component: it must be cheap, and return the same object for the same
 * knowledge. A selector that makes lists remembers its last answer.
 */
export function useKnown<T>(select: (known: Known) => T): T {
  const store = useStore()
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const value = select(store.get())
  const shown = useRef({ select, value })
  shown.current = { select, value }
  // A layout effect, because an effect would run after the next paint and miss what changes before.
  useLayoutEffect(
    () =>
      store.subscribe(() => {
        if (!Object.is(shown.current.select(store.get()), shown.current.value)) draw(undefined)
      }),
    [store],
  )
  return value
}
