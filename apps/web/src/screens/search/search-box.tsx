import type { SearchPart } from '@tagma/contract/address.ts'
import { Search } from 'lucide'
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { loadNewestTopics } from '#actions/load-newest-topics.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { nextActive } from '#parts/combobox/next-active.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { Options } from '#parts/combobox/options.tsx'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { channelById, channelsById } from '#state/channels.ts'
import { newestFirst } from '#state/conversations.ts'
import { peopleOf } from '#state/people.ts'
import { selectConversations } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { fieldTime } from '#state/zoned-time.ts'
import { t } from '#words/words.ts'
import { SearchChip } from './search-chip.tsx'
import { suggestTerms, type TermSources, type TermSuggestion } from './suggest-terms.ts'
import { termLabel } from './term-label.ts'
import { lastToken, negated, type Typed, withChips } from './typed.ts'

interface SearchBoxProps {
  readonly typed: Typed
  readonly onChange: (typed: Typed, options?: { readonly isDone?: boolean }) => void
  /** Enter. */
  readonly onOpen: () => void
  /** The arrow down, where nothing is offered. */
  readonly onDown: () => void
}

/** The box: conditions as chips, words behind them, and what could be meant below. */
export function SearchBox(props: SearchBoxProps) {
  const { typed, onChange } = props
  const { chips, text } = typed
  const id = useId()
  const offer = useOffer(props)
  const { options, at, shows } = offer
  return (
    <div class="search-box">
      <div class="search-field">
        <Icon of={Search} size={1} />
        <Chips typed={typed} onChange={onChange} />
        <input
          type="text"
          role="searchbox"
          aria-label={t('search.name')}
          aria-autocomplete="list"
          aria-controls={shows ? id : undefined}
          aria-activedescendant={at >= 0 ? optionId(id, at) : undefined}
          autocomplete="off"
          enterkeyhint="search"
          dir="auto"
          placeholder={chips.length === 0 ? t('search.placeholder') : ''}
          value={text}
          onInput={(event) => offer.onText(event.currentTarget.value)}
          onKeyDown={offer.onKeyDown}
          onFocus={() => offer.setOpen(true)}
          onBlur={() => offer.setOpen(false)}
        />
      </div>
      {shows && (
        <div class="search-options">
          <Options
            id={id}
            label={t('search.suggestions')}
            options={options}
            active={at}
            draw={(option) => <Suggestion option={option} />}
            onChoose={offer.choose}
            onPoint={offer.setActive}
          />
        </div>
      )}
    </div>
  )
}

/** Suggestions for the word being typed, and the keys that choose among them. */
function useOffer({ typed, onChange, onOpen, onDown }: SearchBoxProps) {
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { chips, text } = typed
  const sources = useSources()
  const token = lastToken(text)
  const isBegun = chips.length > 0 || text !== ''
  const options = useMemo(
    () => (token === '' && isBegun ? [] : suggestTerms(token, sources)),
    [token, sources, isBegun],
  )
  const shows = isOpen && options.length > 0
  const at = shows ? Math.min(active, options.length - 1) : -1
  const change = (next: Typed, isDone = false) => {
    setActive(-1)
    onChange(next, { isDone })
  }
  const choose = (option: TermSuggestion) => {
    if (option.kind === 'terms') return change(withChips(typed, option.terms), true)
    change({ chips, text: text.slice(0, text.length - token.length) + option.text })
  }
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => {
    if (event.isComposing) return
    const { key } = event
    const { selectionStart, selectionEnd } = event.currentTarget
    const next = shows ? nextActive(key, at, options.length) : undefined
    const option = options[at]
    if (next !== undefined) setActive(next)
    else if ((key === 'Enter' || key === 'Tab') && shows && option) choose(option)
    else if (key === 'Enter') {
      setOpen(false)
      onOpen()
    } else if (key === 'Escape' && shows) setOpen(false)
    else if (key === 'ArrowDown') onDown()
    else if (key === 'Backspace' && selectionStart === 0 && selectionEnd === 0 && chips.length > 0)
      change({ chips: chips.slice(0, -1), text }, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onText = (next: string) => {
    setOpen(true)
    change({ chips, text: next })
  }
  return { options, at, shows, choose, setActive, setOpen, onKeyDown, onText }
}

function Chips({ typed, onChange }: Pick<SearchBoxProps, 'typed' | 'onChange'>) {
  const { chips, text } = typed
  return (
    <>
      {chips.map((part, at) => (
        <Chip
          key={`${at} ${part.text}`}
          part={part}
          onTurn={() => onChange({ chips: chips.with(at, turned(part)), text }, { isDone: true })}
          onRemove={() => onChange({ chips: chips.toSpliced(at, 1), text }, { isDone: true })}
          onEdit={() => onChange({ chips: chips.toSpliced(at, 1), text: `${text} ${part.text}`.trimStart() })}
        />
      ))}
    </>
  )
}

const turned = (part: SearchPart): SearchPart =>
  'term' in part ? { text: '', term: negated(part.term) } : part

interface ChipProps {
  readonly part: SearchPart
  readonly onTurn: () => void
  readonly onRemove: () => void
  readonly onEdit: () => void
}

function Chip({ part, onTurn, onRemove, onEdit }: ChipProps) {
  const label = useKnown(({ state }) => ('term' in part ? termLabel(part.term, state) : part.text))
  return (
    <SearchChip part={part} label={label} onPress={'term' in part ? onTurn : onEdit} onRemove={onRemove} />
  )
}

function Suggestion({ option }: { readonly option: TermSuggestion }) {
  const state = useKnown((known) => known.state)
  if (option.kind === 'operator')
    return (
      <>
        <span class="option-picture" />
        <code class="option-text search-operator" dir="ltr">
          {option.text}
        </code>
      </>
    )
  const first = option.terms.at(-1)!
  const operand = Array.isArray(first.operand) ? first.operand[0] : first.operand
  const { operator } = option.terms[0]!
  const channel = channelById(state, Number(option.terms[0]!.operand))
  const isPerson = ['sender', 'mentions', 'dm', 'dm-with'].includes(first.operator)
  return (
    <>
      <span class="option-picture">
        {operator === 'channel' && channel ? (
          <ChannelSign channel={channel} size={1} />
        ) : isPerson ? (
          <PersonAvatar person={peopleOf(state).get(Number(operand))} size={1.25} />
        ) : (
          <Icon of={Search} size={1} />
        )}
      </span>
      <span class="option-text" dir="auto">
        {option.terms.map((term) => termLabel(term, state)).join(' › ')}
      </span>
    </>
  )
}

function useSources(): TermSources {
  const app = useApp()
  const { clock } = app
  useEffect(() => void loadNewestTopics(app).catch(() => undefined), [app])
  const state = useKnown((known) => known.state)
  const conversations = useKnown(selectConversations)
  const lastChannel = useKnown(({ lastList }) =>
    lastList.kind === 'channel' ? lastList.channelId : undefined,
  )
  return useMemo(
    () => ({
      ownId: state?.user_id ?? -1,
      people: [...peopleOf(state).values()]
        .filter(({ is_active }) => is_active)
        .toSorted((a, b) => a.full_name.localeCompare(b.full_name)),
      channels: [...channelsById(state).values()].filter(({ is_archived }) => !is_archived),
      topics: conversations
        .toSorted(newestFirst)
        .flatMap(({ channelId, topic }) =>
          channelId === undefined || topic === '' ? [] : [{ channelId, topic }],
        ),
      from: lastChannel === undefined ? [] : [{ operator: 'channel', operand: lastChannel }],
      today: fieldTime(clock.now(), state?.user_settings?.timezone ?? '').slice(0, 10),
      labelOf: (term) => termLabel(term, state),
    }),
    [clock, state, conversations, lastChannel],
  )
}
