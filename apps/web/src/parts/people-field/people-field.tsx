import type { State } from '@tagma/sync/state.ts'
import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Combobox } from '#parts/combobox/combobox.tsx'
import { fitOf, folded } from '#parts/completion/match.ts'
import { suggestMentions } from '#parts/completion/mentions.ts'
import { mentionSourcesOf } from '#parts/completion/sources.ts'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { type Person, peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Several people who are chosen at once: a group, or those of a channel. */
export interface PeopleSet {
  readonly key: string
  readonly label: string
  readonly detail: string
  /** Finds the people. */
  readonly idsOf: () => Promise<readonly number[]>
}

interface PeopleFieldProps {
  readonly label: string
  /** Stands before the chips. */
  readonly head?: ComponentChildren
  readonly userIds: readonly number[]
  readonly onChange: (userIds: readonly number[]) => void
  /** Whether oneself can be chosen. */
  readonly offersSelf?: boolean
  readonly sets?: readonly PeopleSet[]
  readonly takesFocus?: boolean
  /** Called by Enter where nothing is typed. */
  readonly onEnter?: () => void
}

interface Choice {
  readonly key: string
  readonly label: string
  readonly detail: string | undefined
  readonly id: number | undefined
  readonly set: PeopleSet | undefined
}

/** The most sets that are offered at a time. */
const mostSets = 4

/** People as chips, and a line that finds more of them. */
export function PeopleField(props: PeopleFieldProps) {
  const { label, userIds, onChange, sets, onEnter } = props
  const state = useKnown((known) => known.state)
  const people = peopleOf(state)
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(userIds)
  latest.current = userIds
  const options = useChoices(state, query, props)
  useEffect(() => {
    if (props.takesFocus) input.current?.focus()
  }, [])
  const add = (ids: readonly number[]) => onChange([...new Set([...latest.current, ...ids])])
  return (
    <div class="people-field">
      {props.head}
      {userIds.map((id) => (
        <PersonChip
          key={id}
          person={people.get(id)}
          onRemove={() => onChange(userIds.filter((other) => other !== id))}
        />
      ))}
      <Combobox
        input={input}
        label={label}
        text={query}
        placeholder={userIds.length === 0 ? t(sets ? 'beginning.find-many' : 'beginning.find') : ''}
        options={options}
        isBelow
        takesFirst
        draw={(choice) => <ChoiceLine {...choice} person={people.get(choice.id ?? -1)} />}
        onText={setQuery}
        onChoose={({ id, set }) => {
          setQuery('')
          if (id !== undefined) add([id])
          else void set?.idsOf().then(add)
        }}
        onKey={(event) => {
          if (event.key === 'Backspace' && query === '') onChange(userIds.slice(0, -1))
          else if (event.key === 'Enter') {
            event.preventDefault()
            onEnter?.()
          }
        }}
      />
    </div>
  )
}

/** Returns the people and sets that a query means and that are not chosen yet. */
function useChoices(
  state: State | undefined,
  query: string,
  { userIds, offersSelf, sets }: PeopleFieldProps,
): readonly Choice[] {
  const sources = useMemo(
    () =>
      state && { ...mentionSourcesOf(state, [], { kind: 'people', userIds: [] }), groups: [], wildcards: [] },
    [state?.realm_users, state?.muted_users],
  )
  return useMemo(() => {
    if (!sources || query.trim() === '') return []
    const found = suggestMentions(sources, query, { isSilent: true }).flatMap(
      ({ key, label, detail, picture }): Choice[] => {
        const id = picture?.kind === 'person' ? picture.userId : undefined
        const isOffered = id !== undefined && (offersSelf || id !== state?.user_id) && !userIds.includes(id)
        return isOffered ? [{ key, id, label, detail, set: undefined }] : []
      },
    )
    const asked = folded(query.trim())
    const fitting = (sets ?? []).filter(({ label }) => fitOf(asked, folded(label)) !== undefined)
    return [...found, ...fitting.slice(0, mostSets).map((set): Choice => ({ ...set, id: undefined, set }))]
  }, [sources, query, userIds, offersSelf, sets, state?.user_id])
}

interface PersonChipProps {
  readonly person: Person | undefined
  readonly onRemove: () => void
}

function PersonChip({ person, onRemove }: PersonChipProps) {
  const name = person?.full_name ?? t('people.unknown')
  return (
    <span class="chip chip-person">
      <PersonAvatar person={person} size={1.25} />
      <span dir="auto">{name}</span>
      <button type="button" aria-label={t('beginning.remove', { name })} onClick={onRemove}>
        <Icon of={X} size={0.875} />
      </button>
    </span>
  )
}

function ChoiceLine({ person, set, label, detail }: Choice & { readonly person: Person | undefined }) {
  return (
    <>
      {!set && <PersonAvatar person={person} size={1.5} />}
      <span class="option-text" dir="auto">
        {label}
      </span>
      <span class="option-text option-detail">{detail}</span>
    </>
  )
}
