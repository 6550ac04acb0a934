import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { folded } from '#parts/completion/match.ts'
import { FilterField } from '#parts/filter-field.tsx'
import { walkRows } from '#parts/page/walk-by-arrows.ts'
import { t } from '#words/words.ts'

export interface ListEntry {
  readonly key: string
  /** The name of the row, in which the search looks. */
  readonly name: string
  readonly row: ComponentChildren
}

interface FilteredListProps {
  readonly label: string
  readonly entries: readonly ListEntry[]
  /** Said where nothing is in the list. */
  readonly empty: string
}

/** From this number on, a list can be searched. */
const manyEntries = 6

/** A list in the settings, with a search where it is long. */
export function FilteredList({ label, entries, empty }: FilteredListProps) {
  const [text, setText] = useState('')
  const query = folded(text.trim())
  const shown = entries.filter(({ name }) => folded(name).includes(query))
  if (entries.length === 0) return <p class="setting-note">{empty}</p>
  return (
    <>
      {entries.length >= manyEntries && (
        <FilterField label={t('settings.filter')} value={text} onText={setText} />
      )}
      <ul class="setting-list" aria-label={label} onKeyDown={walkRows}>
        {shown.map(({ key, row }) => (
          <li key={key}>{row}</li>
        ))}
      </ul>
      {shown.length === 0 && <p class="setting-note">{t('settings.none-found', { text: text.trim() })}</p>}
    </>
  )
}
