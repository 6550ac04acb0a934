import type { ComponentChildren } from 'preact'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { addressFor } from '#state/addresses.ts'
import { isGroupOf } from '#state/group-ways.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts, StatusLine } from './person-facts.tsx'
import { useChannelsOf } from './use-channels-of.ts'

/** All that somebody tells about themselves, their channels, groups and bots. */
export function PersonProfile({ person }: { readonly person: Person }) {
  const { user_id: userId } = person
  const state = useKnown((known) => known.state)
  const groups = state?.realm_user_groups?.filter((group) => isGroupOf(state, userId, group)) ?? []
  const bots = botsOf(peopleOf(state), userId)
  return (
    <>
      <header class="person-head">
        <PersonAvatar person={person} size={6} />
        <div>
          <p class="person-name" dir="auto">
            {person.full_name} <PresenceDot userId={userId} />
          </p>
          <StatusLine userId={userId} />
        </div>
      </header>
      <PersonActions person={person} />
      <PersonFacts person={person} isSummary={false} />
      <ChannelsOf userId={userId} />
      <Section title="person.groups" isEmpty={groups.length === 0}>
        {groups.map(({ id, name }) => (
          <li key={id}>
            <a href={addressFor(state, { kind: 'group', groupId: id, page: 'members' })} dir="auto">
              @{name}
            </a>
          </li>
        ))}
      </Section>
      <Section title="person.bots" isEmpty={bots.length === 0}>
        {bots.map(({ user_id, full_name }) => (
          <li key={user_id}>
            <a href={addressFor(state, { kind: 'user', userId: user_id })} dir="auto">
              {full_name}
            </a>
          </li>
        ))}
      </Section>
    </>
  )
}

/** Returns the active bots that belong to somebody. */
export const botsOf = (people: ReadonlyMap<number, Person>, userId: number): readonly Person[] =>
  [...people.values()]
    .filter(({ is_bot, is_active, bot_owner_id }) => is_bot && is_active && bot_owner_id === userId)
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name))

interface SectionProps {
  readonly title: WordId
  readonly isEmpty: boolean
  readonly children: ComponentChildren
}

function Section({ title, isEmpty, children }: SectionProps) {
  if (isEmpty) return null
  return (
    <section class="person-section">
      <h2>{t(title)}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** The channels that somebody is in, as far as one may know. */
function ChannelsOf({ userId }: { readonly userId: number }) {
  const state = useKnown((known) => known.state)
  const { channels, failure, reload } = useChannelsOf(userId)
  if (!channels || failure !== undefined) return <FetchNote fetched={{ value: channels, failure, reload }} />
  return (
    <Section title="places.channels" isEmpty={channels.length === 0}>
      {channels.map((channel) => (
        <li key={channel.stream_id}>
          <a href={addressFor(state, { kind: 'topics', channelId: channel.stream_id })} dir="auto">
            <ChannelSign channel={channel} size={0.9375} /> {channel.name}
          </a>
        </li>
      ))}
    </Section>
  )
}
