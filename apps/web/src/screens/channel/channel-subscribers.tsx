import { useState } from 'preact/hooks'
import { addSubscribers } from '#actions/add-subscribers.ts'
import { removeSubscriber } from '#actions/remove-subscriber.ts'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { useAllSubscribers } from '#parts/use-subscribers.ts'
import { WhyLink } from '#parts/why-link.tsx'
import { usePeopleSets } from '#screens/channels/use-people-sets.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { RemovablePerson } from '#screens/settings/removable-person.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import { addReason, mayRemove } from './channel-rights.ts'

/** Who is in a channel. People are added, and told of it or not, and taken out again. */
export function ChannelSubscribers({ channel }: ChannelPartProps) {
  const people = useKnown(({ state }) => peopleOf(state))
  const { ids: subscribers, isWhole, failure, reload } = useAllSubscribers(channel.stream_id)
  const known = [...subscribers].flatMap((id) => people.get(id) ?? [])
  const sorted = known.toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  return (
    <>
      <AddPeople channel={channel} present={subscribers} />
      <section class="setting-group">
        <h2>{t('channels.people', { count: subscribers.size })}</h2>
        <FetchNote fetched={{ value: isWhole || undefined, failure, reload }} />
        <FilteredList
          label={t('channels.subscribers')}
          empty={t('channel.no-subscribers')}
          entries={sorted.map((person) => ({
            key: String(person.user_id),
            name: person.full_name,
            row: <Subscriber {...{ channel, person }} />,
          }))}
        />
      </section>
    </>
  )
}

function Subscriber({ channel, person }: ChannelPartProps & { readonly person: Person }) {
  const app = useApp()
  const isRemovable = useKnown(({ state }) => state && mayRemove(state, channel, person.user_id))
  return (
    <RemovablePerson
      person={person}
      label={t('channel.remove', { name: person.full_name })}
      onRemove={isRemovable ? () => void removeSubscriber(app, channel, person) : undefined}
    />
  )
}

interface AddPeopleProps extends ChannelPartProps {
  readonly present: ReadonlySet<number>
}

function AddPeople({ channel, present }: AddPeopleProps) {
  const app = useApp()
  const reason = useKnown(({ state }) => state && addReason(state, channel))
  const most = useKnown(({ state }) => state?.max_bulk_new_subscription_messages ?? 0)
  const canSave = useCanSave()
  const sets = usePeopleSets()
  const [userIds, setUserIds] = useState<readonly number[]>([])
  const [isTold, setTold] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const coming = userIds.filter((id) => !present.has(id))
  const isTooMany = coming.length > most
  const add = async () => {
    setBusy(true)
    const done = await addSubscribers(app, channel.stream_id, coming, { isTold: isTold && !isTooMany })
    if (done) setUserIds([])
    setBusy(false)
  }
  return (
    <section class="setting-group channel-add">
      <h2>{t('channel.add')}</h2>
      {reason === undefined ? (
        <>
          <PeopleField
            label={t('channel.add')}
            userIds={userIds}
            onChange={setUserIds}
            offersSelf
            sets={sets}
          />
          <label class="channel-check">
            <input
              type="checkbox"
              checked={isTold && !isTooMany}
              disabled={isTooMany}
              onChange={() => setTold(!isTold)}
            />
            <span>{isTooMany ? t('channel.too-many', { count: most }) : t('channel.tell')}</span>
          </label>
          {coming.length > 0 && channel.invite_only && (
            <p class="form-preview" role="status">
              {t(channel.history_public_to_subscribers ? 'channel.will-read-all' : 'channel.will-read-new')}
            </p>
          )}
          <button
            type="button"
            class="button"
            disabled={coming.length === 0 || isBusy || !canSave}
            onClick={() => void add()}
          >
            {t('channel.add-count', { count: coming.length })}
          </button>
        </>
      ) : (
        <p class="setting-note">
          {reason}
          <WhyLink place={{ kind: 'channel', channelId: channel.stream_id }} deed="add-people" />
        </p>
      )}
    </section>
  )
}
