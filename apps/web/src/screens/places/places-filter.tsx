import { Search } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface PlacesFilterProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** A line that leaves only the places whose names fit. Enter opens the first one, Escape shows all again. */
export function PlacesFilter({ text, onText, onClose }: PlacesFilterProps) {
  const { commands } = useApp()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const first = () =>
    input.current?.closest('nav')?.querySelector<HTMLElement>('.places-scroll a.place:not(.place-more)')
  const [isEmpty, setEmpty] = useState(false)
  // The places are drawn by then.
  useLayoutEffect(() => setEmpty(text.trim() !== '' && !first()), [text])
  return (
    <>
      <label class="places-filter">
        <Icon of={Search} size={1} />
        <input
          ref={input}
          class="field"
          type="text"
          dir="auto"
          autocomplete="off"
          aria-label={t('places.filter')}
          placeholder={t('places.filter')}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            const { key } = event
            if (event.isComposing || !['Enter', 'ArrowDown', 'Escape'].includes(key)) return
            event.preventDefault()
            event.stopPropagation()
            if (key === 'ArrowDown') return first()?.focus()
            if (key === 'Enter') first()?.click()
            onClose()
          }}
        />
      </label>
      <p class="places-none" role="status">
        {isEmpty && (
          <>
            {t('search.no-place')}{' '}
            <button type="button" class="button-link" onClick={() => commands.run('palette')}>
              {t('places.search')}
            </button>
          </>
        )}
      </p>
    </>
  )
}
