import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks'
import { beginRound, goOn, type Round, withNews } from '#state/catch-up.ts'
import { Store } from '#state/store.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** The round of this session: whoever leaves the page finds the same card when coming back. */
const kept = new Store<{ readonly round: Round | undefined }>({ round: undefined })

/** Returns the round as it is now. */
export const presentRound = (): Round | undefined => kept.get().round

/** Changes the round. Decisions may be answered after one has left the page. */
export function changeRound(change: (round: Round) => Round): void {
  const { round } = kept.get()
  if (round) kept.set({ round: change(round) })
}

/**
 * Returns the round; undefined until it is known what is unread. A round that was left is gone on with. Where all its cards
 * were shown, new conversations come behind them.
 */
export function useRound(): Round | undefined {
  const { store } = useApp()
  const [, draw] = useReducer<number, undefined>((count) => count + 1, 0)
  const [isBegun, setBegun] = useState(false)
  // The copy on the device may be old: it counts when the server cannot be reached.
  const isKnown = useKnown(
    ({ state, isPartial, connection }) =>
      state !== undefined && !isPartial && ['live', 'waiting', 'closed'].includes(connection.state),
  )
  useLayoutEffect(() => kept.subscribe(() => draw(undefined)), [])
  useEffect(() => {
    if (!isKnown || isBegun) return
    kept.set({ round: begun(kept.get().round) })
    setBegun(true)
  }, [isKnown, isBegun])
  return isBegun ? kept.get().round : undefined

  function begun(round: Round | undefined): Round {
    const known = store.get()
    if (!round) return beginRound(known)
    const left = goOn(round, round.at, known.state)
    return left.at < left.cards.length ? left : withNews(left, known)
  }
}
