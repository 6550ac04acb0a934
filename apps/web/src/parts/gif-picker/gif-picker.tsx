import { Search } from 'lucide'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { TypeAhead } from '#keys/type-ahead.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { nextInGrid } from '#parts/emoji-picker/next-in-grid.ts'
import { Icon } from '#parts/icon.tsx'
import { t } from '#words/words.ts'
import { GifPicture } from './gif-picture.tsx'
import { type Gif, type GifProvider, useGifs } from './use-gifs.ts'

/** GIFs in a row. The style sheet says the same. */
const columns = 2
/** The longest words that the server searches. */
const most = 100
/** Pixels below what is seen in which the end of the list counts as near. */
const nearness = 300

const providerNames: Readonly<Record<GifProvider, string>> = {
  giphy: 'GIPHY',
  klipy: 'KLIPY',
  tenor: 'Tenor',
}

interface GifPickerProps {
  readonly onChoose: (gif: Gif) => void
  /** Keys that were pressed before the picker was there. */
  readonly ahead: TypeAhead
}

/** Finds a GIF by words. Arrows move, Enter chooses. */
export function GifPicker({ onChoose, ahead }: GifPickerProps) {
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const { gifs, provider, ...state } = useGifs(query)
  const chosen = gifs?.[active]
  // The field has the focus by now.
  useEffect(() => setQuery(ahead.end().text), [ahead])
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => {
    if (event.isComposing) return
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
    // Left and right belong to the text while there is one to move in.
    const isInText = query !== '' && /^Arrow(?:Left|Right)$/.test(event.key) && active === 0
    const grid = { count: gifs?.length ?? 0, columns, isMirrored }
    const moved = isInText ? undefined : nextInGrid(event.key, active, grid)
    if (moved !== undefined) setActive(moved)
    else if (event.key !== 'Enter') return
    else if (chosen) onChoose(chosen)
    event.preventDefault()
  }
  return (
    <div class="gif-picker">
      <label class="emoji-search">
        <Icon of={Search} size={1} />
        <input
          type="text"
          dir="auto"
          role="combobox"
          autofocus
          aria-label={t('gif.search')}
          placeholder={provider ? t('gif.search-at', { name: providerNames[provider] }) : t('gif.search')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen && optionId(id, active)}
          autocomplete="off"
          maxLength={most}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <GifList {...{ id, gifs, active, query }} {...state} onPoint={setActive} onChoose={onChoose} />
      <p class="gif-foot">
        <span class="gif-name" dir="auto">
          {chosen?.description}
        </span>
        {provider && <span class="gif-thanks">{t('gif.powered-by', { name: providerNames[provider] })}</span>}
      </p>
    </div>
  )
}

interface GifListProps extends Omit<ReturnType<typeof useGifs>, 'provider'> {
  readonly id: string
  readonly query: string
  /** The place of the active GIF. */
  readonly active: number
  readonly onPoint: (place: number) => void
  readonly onChoose: (gif: Gif) => void
}

/** The GIFs that were found, as far as one scrolls. The active one is in sight. */
function GifList({ id, gifs, active, query, onPoint, onChoose, ...state }: GifListProps) {
  const { hasMore, isBusy, failure, more } = state
  const isEmpty = (gifs?.length ?? 0) === 0
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const end = useEndInSight(list, hasMore && !isBusy && failure === undefined, gifs?.length ?? 0, more)
  return (
    <>
      <div
        ref={list}
        id={id}
        class={isEmpty ? 'gif-list gif-list-empty' : 'gif-list'}
        role="listbox"
        aria-label={t('gif.title')}
        aria-busy={isBusy}
      >
        <div class="gif-grid" role="presentation">
          {gifs?.map((gif, at) => (
            <div
              key={`${gif.url} ${at}`}
              id={optionId(id, at)}
              class="gif-option"
              role="option"
              aria-selected={at === active}
              aria-label={gif.description || t('gif.unnamed', { number: at + 1 })}
              onPointerMove={() => at !== active && onPoint(at)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(gif)}
            >
              <GifPicture gif={gif} isActive={at === active} />
            </div>
          ))}
        </div>
        <div ref={end} role="presentation" />
      </div>
      <GifNote {...{ query, gifs }} {...state} />
    </>
  )
}

/** Says why there are no GIFs, in their place or below them. That more are coming is only heard. */
function GifNote(props: Pick<GifListProps, 'query' | 'gifs' | 'isBusy' | 'failure' | 'again'>) {
  const { query, gifs, isBusy, failure, again } = props
  const isSeen = failure !== undefined || (gifs?.length ?? 0) === 0
  return (
    <div class={isSeen ? 'gif-note' : 'hidden-visually'}>
      <span role="status">{sayState(query.trim(), gifs, isBusy, failure)}</span>
      {failure !== undefined && (
        <>
          <span role="alert">{failure}</span>
          <button type="button" class="button" onClick={again}>
            {t('gif.try-again')}
          </button>
        </>
      )}
    </div>
  )
}

/** Returns what is said in place of GIFs, or below them. */
function sayState(
  query: string,
  gifs: readonly Gif[] | undefined,
  isBusy: boolean,
  failure: string | undefined,
): string {
  if (failure !== undefined) return t('gif.failed')
  if (isBusy) return t('gif.loading')
  if (gifs?.length === 0) return query === '' ? t('gif.nothing') : t('gif.none', { query })
  return ''
}

/** Asks for more when the end of the list comes near. Returns the reference for what stands at the end. */
function useEndInSight(
  list: { readonly current: HTMLElement | null },
  isWanted: boolean,
  count: number,
  more: () => void,
) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    if (!isWanted || !end.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: list.current,
      rootMargin: `${nearness}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [list, isWanted, count])
  return end
}
