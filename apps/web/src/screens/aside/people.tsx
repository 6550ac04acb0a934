import type { MessageView } from '@tagma/contract/address.ts'
import { useMemo, useState } from 'preact/hooks'
import { useSubscribers } from '#parts/use-subscribers.ts'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { presenceOf } from '#state/presence.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { type PeopleGroup, peopleGroups } from './people-groups.ts'
import { PersonRow } from './person-row.tsx'
import { useHeld } from './use-about.ts'

/** People of a group that are shown at first, and more at a time. */
const step = 50

/** Lists people: who writes in the conversation, who is in its channel, everybody else; and filters them by name. */
export function People({ view }: { readonly view: MessageView }) {
  const { clock } = useApp()
  const [query, setQuery] = useState('')
  const { messages } = useHeld(view)
  const state = useKnown((known) => known.state)
  const channelId = channelOf(view)
  const channel = useKnown((known) =>
    channelId === undefined ? undefined : channelById(known.state, channelId),
  )
  const subscribers = useSubscribers(channelId)
  const takingPart = useMemo(
    () =>
      new Set(
        view.kind === 'conversation' && view.conversation.kind === 'direct'
          ? [...view.conversation.userIds, state?.user_id ?? -1]
          : view.kind === 'conversation'
            ? messages.map(({ sender_id }) => sender_id)
            : [],
      ),
    [view, messages],
  )
  const people = peopleOf(state)
  const presences = state?.presences
  const groups = useMemo(
    () =>
      peopleGroups({
        people,
        takingPart,
        subscribers,
        presenceOf: (id) => (state ? presenceOf(state, id, clock.now()) : 'away'),
        query,
      }),
    [people, presences, takingPart, subscribers, query, clock],
  )
  return (
    <div class="aside-scroll">
      <input
        type="search"
        dir="auto"
        class="aside-find"
        aria-label={t('aside.find')}
        placeholder={t('aside.find')}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return
          event.preventDefault()
          setQuery('')
        }}
      />
      {groups.map((group) => (
        <Group key={group.key} group={group} channelName={channel?.name ?? ''} />
      ))}
      {groups.length === 0 && <p class="aside-note">{t('aside.nobody', { query })}</p>}
    </div>
  )
}

function Group({ group, channelName }: { readonly group: PeopleGroup; readonly channelName: string }) {
  const [shown, setShown] = useState(step)
  const { people } = group
  return (
    <section class="aside-section">
      <h2>
        {t(`aside.${group.key}`, { channel: channelName })} <span class="aside-count">{people.length}</span>
      </h2>
      <ul class="aside-people">
        {people.slice(0, shown).map(({ user_id: id }) => (
          <PersonRow key={id} userId={id} />
        ))}
      </ul>
      {people.length > shown && (
        <button type="button" class="button-link aside-all" onClick={() => setShown(shown + step)}>
          {t('aside.more', { count: people.length - shown })}
        </button>
      )}
    </section>
  )
}

function channelOf(view: MessageView): number | undefined {
  if (view.kind === 'feed') return view.channelId
  return view.kind === 'conversation' && view.conversation.kind === 'topic'
    ? view.conversation.channelId
    : undefined
}
