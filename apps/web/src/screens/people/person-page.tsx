import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts, StatusLine } from './person-facts.tsx'

/** The page of somebody: all that they tell about themselves, their channels and their groups. */
export function PersonPage({ userId }: { readonly userId: number }) {
  const person = useKnown(({ state }) => peopleOf(state).get(userId))
  const name = person?.full_name ?? t('message.unknown-person')
  return (
    <section class="page">
      <PageHead title={name} back="#inbox" />
      <div class="page-scroll">
        <div class="page-inner person-page">
          {person ? <Profile key={userId} person={person} /> : <p>{t('person.hidden')}</p>}
        </div>
      </div>
    </section>
  )
}

function Profile({ person }: { readonly person: Person }) {
  const { user_id: userId } = person
  const state = useKnown((known) => known.state)
  const own = (state?.realm_user_groups ?? []).filter(
    ({ members, is_system_group, deactivated }) =>
      !is_system_group && !deactivated && members.includes(userId),
  )
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
      {!person.is_bot && <ChannelsOf userId={userId} />}
      {own.length > 0 && (
        <section class="person-section">
          <h2>{t('person.groups')}</h2>
          <ul>
            {own.map(({ id, name }) => (
              <li key={id}>
                <a href={addressFor(state, { kind: 'group', groupId: id, page: 'members' })} dir="auto">
                  @{name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The channels that somebody is in, as far as one may know. */
function ChannelsOf({ userId }: { readonly userId: number }) {
  const { client } = useApp()
  const state = useKnown((known) => known.state)
  const [channelIds, setChannelIds] = useState<readonly number[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    client.call(wire.getUserChannels, { user_id: userId }).then(
      (answer) => setChannelIds(answer.subscribed_channel_ids),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [client, userId])
  const channels = (channelIds ?? [])
    .flatMap((id) => channelById(state, id) ?? [])
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => a.name.localeCompare(b.name))
  if (failure !== undefined)
    return (
      <p class="form-error" role="alert">
        {failure}
      </p>
    )
  if (channels.length === 0) return null
  return (
    <section class="person-section">
      <h2>{t('places.channels')}</h2>
      <ul>
        {channels.map((channel) => (
          <li key={channel.stream_id}>
            <a href={addressFor(state, { kind: 'topics', channelId: channel.stream_id })} dir="auto">
              <ChannelSign channel={channel} size={0.9375} /> {channel.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
