import type { Term } from '@tagma/contract/address.ts'
import { useMemo } from 'preact/hooks'
import { useTimeZone } from '#parts/messages/use-times.ts'
import { wordsOf } from '#state/found-here.ts'
import { isSpectator } from '#state/spectator.ts'
import { useKnown } from '#state/use-known.ts'
import { dateFormat, zoneFor } from '#words/date-format.ts'
import { locale, t } from '#words/words.ts'
import { NothingFound } from './nothing-found.tsx'
import { ResultRow } from './result-row.tsx'
import { termsKey } from './typed.ts'
import type { Indexed } from './use-indexed.ts'
import { type Results, useResults } from './use-results.ts'
import { widened } from './widened.ts'

interface SearchResultsProps {
  readonly terms: readonly Term[]
  /** Searches by other terms. */
  readonly onTerms: (terms: readonly Term[]) => void
  /** The arrow up at the first result. */
  readonly onLeave: () => void
}

/** Pixels before the end of the list at which more are asked for. */
const early = 600

/** Messages that were found. Looking at them marks nothing as read. */
export function SearchResults({ terms, onTerms, onLeave }: SearchResultsProps) {
  const own = useResults(terms, { keepsPlaces: true })
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const isOnlyRead = useKnown(isSpectator)
  const wider = isOnlyRead ? undefined : widened(terms)
  const isWidened = wider !== undefined && isLive && terms.length > 0 && isNothing(own)
  const all = useResults(isWidened ? wider : [])
  const results = isWidened ? all : own
  const { ids, window, isLoading, hasMore, failure } = results
  const key = termsKey(terms)
  const words = useMemo(
    () => terms.flatMap(({ operator, operand }) => (operator === 'search' ? wordsOf(String(operand)) : [])),
    [key],
  )
  if (terms.length === 0) return <p class="list-empty">{t('search.hint')}</p>
  return (
    <div
      class="list-scroll"
      onScroll={({ currentTarget: list }) => {
        if (list.scrollHeight - list.scrollTop - list.clientHeight < early) results.more()
      }}
      onKeyDown={(event) => moveByArrow(event, onLeave)}
    >
      <p class="search-state" role="status">
        {isWidened && ids.length > 0 && `${t('search.widened')} `}
        {failure === undefined && stateText({ count: ids.length, isLoading, hasMore, isLive })}
        {!isLive && <Reach indexed={results.indexed} />}
      </p>
      {failure !== undefined && (
        <div class="search-failure" role="alert">
          <p>{failure}</p>
          <button type="button" class="button" onClick={results.tryAgain}>
            {t('search.tryAgain')}
          </button>
        </div>
      )}
      {isNothing(results) && isLive && <NothingFound terms={terms} onTerms={onTerms} />}
      <ul class="results" aria-label={t('search.results')} aria-busy={isLoading}>
        {ids.map((id) => (
          <ResultRow key={id} id={id} match={window?.matches?.get(id)} words={words} />
        ))}
      </ul>
      {hasMore && ids.length > 0 && (
        <button type="button" class="search-more" onClick={results.more}>
          {t('search.more')}
        </button>
      )}
      {wider && isLive && !isWidened && !isLoading && !hasMore && (
        <button type="button" class="search-more" onClick={() => onTerms(wider)}>
          {t('search.inPublic')}
        </button>
      )}
    </div>
  )
}

const isNothing = ({ ids, isLoading, failure }: Results) =>
  ids.length === 0 && !isLoading && failure === undefined

/** Says what was looked through without the server. */
function Reach({ indexed }: { readonly indexed: Indexed | undefined }) {
  const timeZone = useTimeZone()
  if (!indexed || indexed.since === undefined) return null
  const format = dateFormat(locale(), { dateStyle: 'medium', ...zoneFor(timeZone) })
  const day = format.format(indexed.since * 1000)
  return <span class="search-reach">{t('search.reach', { count: indexed.count, day })}</span>
}

interface Counted {
  readonly count: number
  readonly isLoading: boolean
  readonly hasMore: boolean
  readonly isLive: boolean
}

function stateText({ count, isLoading, hasMore, isLive }: Counted): string {
  if (!isLive) return t('search.device', { count })
  if (isLoading) return t('search.loading')
  if (count === 0) return ''
  return t(hasMore ? 'search.countMore' : 'search.count', { count })
}

function moveByArrow(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  onLeave: () => void,
): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.result')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  if (at + step < 0) onLeave()
  else rows[at + step]?.focus()
}
