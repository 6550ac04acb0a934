import type { State } from '@tagma/sync/state.ts'
import { X } from 'lucide'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Combobox } from '#parts/combobox/combobox.tsx'
import { suggestMentions } from '#parts/completion/mentions.ts'
import { mentionSourcesOf } from '#parts/completion/sources.ts'
import { Composer } from '#parts/composer/composer.tsx'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { BeginningHead } from './beginning-head.tsx'

/** The page for a new direct conversation: people as chips, and the box as soon as there is one of them. */
export function NewPeople() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const people = peopleOf(state)
  const [userIds, setUserIds] = useState<readonly number[]>([])
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const to = useMemo(
    () => ({ kind: 'people' as const, userIds: userIds.toSorted((a, b) => a - b) }),
    [userIds],
  )
  const options = usePersonOptions(state, query, userIds)
  useEffect(() => input.current?.focus(), [])
  const open = () =>
    app.go(
      addressFor(
        state,
        viewOf({ channelId: undefined, topic: '', userIds: to.userIds }, state?.user_id ?? 0),
      ),
    )
  return (
    <section class="beginning">
      <BeginningHead>{t('beginning.direct')}</BeginningHead>
      <div class="people-field">
        <span class="topic-label" aria-hidden="true">
          {t('beginning.to')}
        </span>
        {userIds.map((id) => (
          <PersonChip
            key={id}
            person={people.get(id)}
            onRemove={() => setUserIds(userIds.filter((other) => other !== id))}
          />
        ))}
        <Combobox
          input={input}
          label={t('beginning.to')}
          text={query}
          placeholder={userIds.length === 0 ? t('beginning.find') : ''}
          options={options}
          isBelow
          takesFirst
          draw={(option) => <PersonOption {...option} person={people.get(option.id)} />}
          onText={setQuery}
          onChoose={({ id }) => {
            setUserIds([...userIds, id])
            setQuery('')
          }}
          onKey={(event) => {
            if (event.key === 'Backspace' && query === '') setUserIds(userIds.slice(0, -1))
            else if (event.key === 'Enter' && userIds.length > 0) open()
          }}
        />
      </div>
      {userIds.length > 0 ? (
        <Composer to={to} onSent={open} />
      ) : (
        <p class="beginning-hint">{t('beginning.hint')}</p>
      )}
    </section>
  )
}

/** Returns the people that a query means and that are not chosen yet. */
function usePersonOptions(state: State | undefined, query: string, userIds: readonly number[]) {
  const sources = useMemo(
    () =>
      state && { ...mentionSourcesOf(state, [], { kind: 'people', userIds: [] }), groups: [], wildcards: [] },
    [state?.realm_users, state?.muted_users],
  )
  return useMemo(() => {
    if (!sources || query.trim() === '') return []
    return suggestMentions(sources, query, { isSilent: true }).flatMap(({ key, label, detail, picture }) => {
      const id = picture?.kind === 'person' ? picture.userId : undefined
      const isOffered = id !== undefined && id !== state?.user_id && !userIds.includes(id)
      return isOffered ? [{ key, id, label, detail }] : []
    })
  }, [sources, query, userIds, state?.user_id])
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

interface PersonOptionProps {
  readonly person: Person | undefined
  readonly label: string
  readonly detail: string | undefined
}

function PersonOption({ person, label, detail }: PersonOptionProps) {
  return (
    <>
      <PersonAvatar person={person} size={1.5} />
      <span class="option-text" dir="auto">
        {label}
      </span>
      <span class="option-text option-detail">{detail}</span>
    </>
  )
}
