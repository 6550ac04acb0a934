import { type Term, viewOfTerms } from '@tagma/contract/address.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { type Narrow, narrowKey } from '@tagma/sync/messages/narrow.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Around, loadAround, loadMore } from '#actions/load-messages.ts'
import { matchNew } from '#actions/match-new.ts'
import { errorText } from '#actions/show-error.ts'
import { foundHere } from '#state/found-here.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { joinedIds } from './joined-ids.ts'
import { termsKey } from './typed.ts'
import { type Indexed, useIndexed } from './use-indexed.ts'

/** How long one has to stop typing before the server is asked, in milliseconds. */
const pause = 250

export interface Results {
  /** Newest first; oldest first where the search names a day or a message to begin at. */
  readonly ids: readonly number[]
  readonly window: Window | undefined
  /** The answer of this device's index; undefined without one, or while it searches. */
  readonly indexed: Indexed | undefined
  /** Whether the server was asked and has not answered yet. */
  readonly isLoading: boolean
  /** Whether the server has more. */
  readonly hasMore: boolean
  /** Why the server gave no answer. */
  readonly failure: string | undefined
  readonly more: () => void
  readonly tryAgain: () => void
}

/**
 * Finds messages: those of this device at once, then the server's. `keepsPlaces`: those that are shown first stay where they
 * are, and the server's join below; otherwise all are in order.
 */
export function useResults(terms: readonly Term[], { keepsPlaces = false } = {}): Results {
  const app = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const key = termsKey(terms)
  const view = useMemo(() => viewOfTerms(terms), [key])
  const narrow = narrowOf(view, ownId)
  const window = useKnown((known) => windowOf(known, view))
  const byId = useKnown(({ messages }) => messages.byId)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const [asked, setAsked] = useState<Asked>({ key: '', state: 'asked', anchor: undefined })
  const [attempt, setAttempt] = useState(0)
  const isEmpty = terms.length === 0
  const around = aroundOf(terms)
  const isForward = around.anchor !== 'newest'
  const answer = asked.key === key ? asked : undefined
  const isMissing =
    window === undefined ||
    window.isStale ||
    (answer?.state !== 'answered' && (isForward || !window.hasNewest))
  useEffect(() => {
    if (isEmpty || !isMissing || !isLive) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      loadAround(app, narrow, around).then(
        ({ anchor }) => isCurrent && setAsked({ key, state: 'answered', anchor }),
        (error: unknown) =>
          isCurrent && setAsked({ key, state: 'refused', anchor: undefined, reason: errorText(error) }),
      )
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [app, key, isEmpty, isMissing, isLive, attempt])
  useNewMatches(narrow, window)

  const indexed = useIndexed(key, narrow, !isEmpty && !isForward)
  const here = useMemo(() => {
    const { state } = app.store.get()
    return isEmpty || isForward || !state ? [] : foundHere(byId, narrow, factsOf(state))
  }, [app, isEmpty, isForward, byId, narrow])
  const local = useMemo(() => inOrder([...here, ...(indexed?.ids ?? [])]), [here, indexed])
  const hasAnswer = window !== undefined && !(isMissing && isLive)
  const shown = useFirstShown(key, local, hasAnswer && isLive)
  const ids = useMemo(() => {
    if (isEmpty) return []
    const found = window?.ids ?? []
    if (isForward) return answer?.state === 'answered' ? found.filter((id) => id >= (answer.anchor ?? 0)) : []
    if (keepsPlaces && hasAnswer && isLive) return joinedIds({ shown, server: found.toReversed() })
    // Older ones of the device wait for the server's, so that nothing comes in between.
    const oldest = isLive && window && !window.hasOldest ? (found[0] ?? 0) : 0
    return inOrder([...found, ...local.filter((id) => id >= oldest)])
  }, [isEmpty, isForward, keepsPlaces, hasAnswer, isLive, window, local, shown, answer])
  const hasMore = window !== undefined && !(isForward ? window.hasNewest : window.hasOldest)
  return {
    ids,
    window,
    indexed,
    isLoading: !isEmpty && isLive && isMissing && answer?.state !== 'refused',
    hasMore,
    failure: answer?.reason,
    more: () => {
      if (hasMore) void loadMore(app, narrow, isForward ? 'newer' : 'older').catch(() => undefined)
    },
    tryAgain: () => {
      setAsked({ key: '', state: 'asked', anchor: undefined })
      setAttempt((count) => count + 1)
    },
  }
}

/** Newest first, each once. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => b - a)

/** Returns what the device had found when the server answered. It stays the same for a search from then on. */
function useFirstShown(key: string, local: readonly number[], isAnswered: boolean): readonly number[] {
  const first = useRef<{ readonly key: string; ids: readonly number[]; isFixed: boolean }>(undefined)
  if (first.current?.key !== key) first.current = { key, ids: [], isFixed: false }
  if (!first.current.isFixed && !isAnswered) first.current.ids = local
  if (isAnswered) first.current.isFixed = true
  return first.current.ids
}

interface Asked {
  /** The key of the terms. */
  readonly key: string
  readonly state: 'asked' | 'answered' | 'refused'
  readonly anchor: number | undefined
  readonly reason?: string
}

function aroundOf(terms: readonly Term[]): Around {
  for (const { operator, operand, negated } of terms) {
    if (operator === 'near' && !negated && typeof operand === 'number') return { anchor: operand }
    if (operator === 'date' && !negated) return { anchor: 'date', date: String(operand) }
  }
  return { anchor: 'newest' }
}

/** Asks the server about new messages while a window knows all others: only the server can say whether they match. */
function useNewMatches(narrow: Narrow, window: Window | undefined): void {
  const app = useApp()
  const whole = useRef<{ readonly key: string; readonly position: number }>(undefined)
  useEffect(() => {
    if (!window || window.isStale) return
    const key = narrowKey(narrow)
    const { position } = app.store.get().messages
    if (window.hasNewest) whole.current = { key, position }
    else if (whole.current?.key === key) {
      const { position: since } = whole.current
      whole.current = undefined
      void matchNew(app, narrow, since).catch(() => undefined)
    }
  }, [app, narrow, window])
  // While nothing here changes, the position goes on.
  useEffect(
    () =>
      app.store.subscribe(() => {
        const { messages } = app.store.get()
        const present = messages.windows.get(whole.current?.key ?? '')
        if (whole.current && present?.hasNewest)
          whole.current = { ...whole.current, position: messages.position }
      }),
    [app],
  )
}
