import { Search } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import type { TypeAhead } from '#keys/type-ahead.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { loadEmoji, noteEmoji, recentEmoji } from '#parts/completion/emoji-source.ts'
import { type Emoji, popular, searchEmoji } from '#parts/completion/emoji.ts'
import { Icon } from '#parts/icon.tsx'
import { memo } from '#parts/memo.ts'
import { Popover } from '#parts/popover/popover.tsx'
import { characterOf } from '#state/emoji-character.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'
import { groupsOf, type GroupName } from './emoji-groups.ts'
import { nextInGrid } from './next-in-grid.ts'

/** Emoji in a row: so many that a finger has 44 px for each. The style sheet says the same. */
const columnsNow = (): number => (matchMedia('(width < 22.5em)').matches ? 7 : 8)
/** The most that a search shows. */
const most = 64

interface Section {
  readonly title: string
  readonly emoji: readonly Emoji[]
}

const titles: Readonly<Record<GroupName, WordId>> = {
  own: 'emoji.own',
  faces: 'emoji.faces',
  people: 'emoji.people',
  nature: 'emoji.nature',
  food: 'emoji.food',
  activities: 'emoji.activities',
  travel: 'emoji.travel',
  objects: 'emoji.objects',
  symbols: 'emoji.symbols',
  flags: 'emoji.flags',
}

interface EmojiPickerProps {
  readonly onChoose: (emoji: Emoji) => void
  /** Keys that were pressed before the picker was there. */
  readonly ahead: TypeAhead
  /** The button that the picker belongs to. */
  readonly anchor: Element
  readonly onClose: () => void
}

/** Finds an emoji by its names, or by looking. Arrows move, Enter chooses. */
export const EmojiPicker = (props: EmojiPickerProps) => (
  <Popover label={t('emoji.title')} anchor={props.anchor} onClose={props.onClose}>
    <Choice {...props} />
  </Popover>
)

function Choice({ onChoose, ahead, ...foot }: EmojiPickerProps) {
  const own = useKnown(({ state }) => state?.realm_emoji)
  const [all, setAll] = useState<readonly Emoji[]>([])
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  useEffect(() => void loadEmoji(own).then(setAll), [own])
  const sections = useMemo(() => sectionsOf(all, query), [all, query])
  const flat = useMemo(() => sections.flatMap(({ emoji }) => emoji), [sections])
  const chosen = flat[active]
  const latest = useRef(onChoose)
  latest.current = onChoose
  const choose = useCallback((emoji: Emoji) => {
    noteEmoji(emoji.name)
    latest.current(emoji)
  }, [])
  const isEntered = useEarlyEnter(query, chosen, choose)
  // The field has the focus by now.
  useEffect(() => {
    const { text, isEntered: hasEnter } = ahead.end()
    setQuery(text)
    isEntered.current = hasEnter
  }, [ahead])
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => {
    if (event.isComposing) return
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
    // Left and right belong to the text while there is one to move in.
    const isInText = query !== '' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight') && active === 0
    const moved = isInText
      ? undefined
      : nextInGrid(event.key, active, { count: flat.length, columns: columnsNow(), isMirrored })
    if (moved !== undefined) setActive(moved)
    else if (event.key !== 'Enter') return
    else if (chosen) choose(chosen)
    else isEntered.current = all.length === 0
    event.preventDefault()
  }
  return (
    <div class="emoji-picker">
      <SearchField
        query={query}
        listId={id}
        activeId={chosen && optionId(id, active)}
        onQuery={(text) => {
          setQuery(text)
          setActive(0)
          isEntered.current = false
        }}
        onKeyDown={onKeyDown}
      />
      <EmojiList {...{ sections, id, active }} onPoint={setActive} onChoose={choose}>
        {all.length > 0 && flat.length === 0 && <p class="emoji-none">{t('emoji.none', { query })}</p>}
      </EmojiList>
      <Foot name={chosen && `:${chosen.name}:`} {...foot} />
    </div>
  )
}

interface FootProps extends Pick<EmojiPickerProps, 'anchor' | 'onClose'> {
  readonly name: string | undefined
}

/** Names the active emoji. Beside a text into which GIFs can be put, it leads to them. */
function Foot({ name, anchor, onClose }: FootProps) {
  const gifs = anchor.parentElement?.querySelector<HTMLElement>(':scope > .editor-gif > button')
  return (
    <p class="emoji-foot">
      <span class="emoji-name">{name}</span>
      {gifs && (
        <button
          type="button"
          class="button-link"
          onClick={() => {
            onClose()
            gifs.click()
          }}
        >
          {t('gif.title')}
        </button>
      )}
    </p>
  )
}

/** Holds whether Enter was pressed before there was anything to choose: the first that comes is chosen then. */
function useEarlyEnter(
  query: string,
  chosen: Emoji | undefined,
  choose: (emoji: Emoji) => void,
): { current: boolean } {
  const isEntered = useRef(false)
  useEffect(() => {
    if (isEntered.current && chosen) choose(chosen)
  }, [query, chosen, choose])
  return isEntered
}

interface SearchFieldProps {
  readonly query: string
  readonly listId: string
  readonly activeId: string | undefined
  readonly onQuery: (query: string) => void
  readonly onKeyDown: (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => void
}

function SearchField({ query, listId, activeId, onQuery, onKeyDown }: SearchFieldProps) {
  return (
    <label class="emoji-search">
      <Icon of={Search} size={1} />
      <input
        type="text"
        dir="auto"
        role="combobox"
        autofocus
        aria-label={t('emoji.search')}
        placeholder={t('emoji.search')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        autocomplete="off"
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}

interface EmojiListProps {
  readonly sections: readonly Section[]
  readonly id: string
  /** The place of the active emoji. */
  readonly active: number
  readonly onPoint: (place: number) => void
  readonly onChoose: (emoji: Emoji) => void
  /** Stands there where nothing was found. */
  readonly children: ComponentChildren
}

/** The sections one below the other. The active emoji is in sight. */
function EmojiList({ sections, id, active, onPoint, onChoose, children }: EmojiListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  let next = 0
  return (
    <div ref={list} id={id} class="emoji-list" role="listbox" aria-label={t('emoji.title')}>
      {sections.map((section) => {
        const first = next
        next += section.emoji.length
        const isHere = active >= first && active < next
        return (
          <EmojiSection
            key={section.title}
            section={section}
            listId={id}
            first={first}
            active={isHere ? active : -1}
            {...{ onPoint, onChoose }}
          />
        )
      })}
      {children}
    </div>
  )
}

interface EmojiSectionProps {
  readonly section: Section
  readonly listId: string
  /** The place of its first emoji among all. */
  readonly first: number
  /** The place of the active emoji, or -1 if it is in another section. */
  readonly active: number
  readonly onPoint: (place: number) => void
  readonly onChoose: (emoji: Emoji) => void
}

/** The emoji of one section. The pointer moves over hundreds of them: only the section that it is in is drawn again. */
const EmojiSection = memo(function EmojiSection(props: EmojiSectionProps) {
  const { section, listId, first, active, onPoint, onChoose } = props
  return (
    <div class="emoji-section" role="group" aria-label={section.title}>
      <h3 class="emoji-title" aria-hidden="true">
        {section.title}
      </h3>
      <div class="emoji-grid" role="presentation">
        {section.emoji.map((emoji, at) => (
          <div
            key={emoji.name}
            id={optionId(listId, first + at)}
            class="emoji-option"
            role="option"
            aria-selected={first + at === active}
            aria-label={emoji.name.replaceAll('_', ' ')}
            onPointerEnter={() => onPoint(first + at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(emoji)}
          >
            {emoji.url === undefined ? (
              characterOf(emoji.code)
            ) : (
              <img src={emoji.url} alt="" loading="lazy" />
            )}
          </div>
        ))}
      </div>
    </div>
  )
})

function sectionsOf(all: readonly Emoji[], query: string): readonly Section[] {
  const names = recentEmoji()
  if (query.trim() !== '') {
    const found = searchEmoji(all, query.trim(), { recent: names, count: most })
    return found.length > 0 ? [{ title: t('emoji.found'), emoji: found }] : []
  }
  const byName = new Map(all.map((emoji) => [emoji.name, emoji]))
  const first = (names.length > 0 ? names : popular)
    .flatMap((name) => byName.get(name) ?? [])
    .slice(0, 2 * columnsNow())
  const groups = groupsOf(all).map(({ name, emoji }) => ({ title: t(titles[name]), emoji }))
  return [{ title: t(names.length > 0 ? 'emoji.recent' : 'emoji.popular'), emoji: first }, ...groups]
}
