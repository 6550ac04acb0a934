import type { Term } from '@tagma/contract/address.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { termLabel } from './term-label.ts'

interface NothingFoundProps {
  readonly terms: readonly Term[]
  readonly onTerms: (terms: readonly Term[]) => void
}

/** Says what was searched for, and offers what could find more. */
export function NothingFound({ terms, onTerms }: NothingFoundProps) {
  const state = useKnown((known) => known.state)
  const labels = terms.map((term) => termLabel(term, state))
  return (
    <div class="search-nothing">
      <h2>{t('search.nothing')}</h2>
      <p dir="auto">{t('search.searched', { terms: labels.join(', ') })}</p>
      {terms.length > 1 &&
        labels.map((term, at) => (
          <button key={term} type="button" class="button" onClick={() => onTerms(terms.toSpliced(at, 1))}>
            {t('search.without', { term })}
          </button>
        ))}
    </div>
  )
}
