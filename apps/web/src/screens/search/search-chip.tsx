import type { SearchPart } from '@tagma/contract/address.ts'
import { X } from 'lucide'
import { Icon } from '#parts/icon.tsx'
import { t } from '#words/words.ts'
import { mayNegate } from './typed.ts'

interface SearchChipProps {
  readonly part: SearchPart
  readonly label: string
  readonly onPress: () => void
  readonly onRemove: () => void
}

/** A condition of a search. A click turns it into its opposite; one that nobody understands goes back into the text. */
export function SearchChip({ part, label, onPress, onRemove }: SearchChipProps) {
  const isWrong = 'problem' in part
  const isNegated = !isWrong && part.term.negated === true
  const mayPress = isWrong || mayNegate(part.term)
  const tip = isWrong ? t('search.edit') : t(isNegated ? 'search.include' : 'search.exclude')
  const kind = isWrong ? ' search-chip-wrong' : isNegated ? ' search-chip-not' : ''
  return (
    <span class={`search-chip${kind}`}>
      {mayPress ? (
        <button type="button" data-tip={tip} dir="auto" onClick={onPress}>
          {label}
        </button>
      ) : (
        <span dir="auto">{label}</span>
      )}
      <button type="button" aria-label={t('search.remove', { term: label })} onClick={onRemove}>
        <Icon of={X} size={0.875} />
      </button>
    </span>
  )
}
