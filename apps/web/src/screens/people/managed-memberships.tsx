import { UsersRound, X } from 'lucide'
import { addSubscribers } from '#actions/add-subscribers.ts'
import { changeMembers } from '#actions/change-group.ts'
import { removeSubscriber } from '#actions/remove-subscriber.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { useSaving } from '#parts/saved-field/saved-field.tsx'
import { addReason, mayRemove } from '#screens/channel/channel-rights.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelsById } from '#state/channels.ts'
import { groupReason, type MemberChange } from '#state/group-rights.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { botsOf } from './person-profile.tsx'
import { useChannelsOf } from './use-channels-of.ts'

interface OfPersonProps {
  readonly person: Person
}

/** Where somebody belongs: channels and groups, each to be taken out of or put into, and the bots that are theirs. */
export function ManagedMemberships({ person }: OfPersonProps) {
  return (
    <>
      <Channels person={person} />
      <Groups person={person} />
      {!person.is_bot && <Bots person={person} />}
    </>
  )
}

function Channels({ person }: OfPersonProps) {
  const app = useApp()
  const canSave = useCanSave()
  const state = useKnown((known) => known.state)
  const { channels, failure, reload } = useChannelsOf(person.user_id)
  const present = new Set(channels?.map(({ stream_id }) => stream_id))
  const possible = [...channelsById(state).values()]
    .filter((channel) => !present.has(channel.stream_id) && state && addReason(state, channel) === undefined)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return (
    <section class="setting-group">
      <h2>{t('places.channels')}</h2>
      <FetchNote fetched={{ value: channels, failure, reload }} />
      {channels && (
        <FilteredList
          label={t('places.channels')}
          empty={t('person.no-channels')}
          entries={channels.map((channel) => ({
            key: String(channel.stream_id),
            name: channel.name,
            row: (
              <span class="setting channel-subscriber">
                <ChannelSign channel={channel} size={1} />
                <a
                  class="setting-text"
                  href={addressFor(state, {
                    kind: 'channel',
                    channelId: channel.stream_id,
                    page: 'subscribers',
                  })}
                  dir="auto"
                >
                  {channel.name}
                </a>
                {state && mayRemove(state, channel, person.user_id) && (
                  <IconButton
                    icon={X}
                    size={1}
                    label={t('person.take-out', { name: channel.name })}
                    disabled={!canSave}
                    onClick={() => void removeSubscriber(app, channel, person).then(reload)}
                  />
                )}
              </span>
            ),
          }))}
        />
      )}
      {channels && possible.length > 0 && person.is_active && (
        <Choice
          label={t('person.add-channel')}
          options={possible.map(({ stream_id, name }) => ({ id: stream_id, name }))}
          isDisabled={!canSave}
          onChoose={(id) => void addSubscribers(app, id, [person.user_id]).then(reload)}
        />
      )}
    </section>
  )
}

type GroupChange = MemberChange & { readonly groupId: number }

function Groups({ person }: OfPersonProps) {
  const app = useApp()
  const canSave = useCanSave()
  const state = useKnown((known) => known.state)
  const { failure, isBusy, save } = useSaving(({ groupId, ...change }: GroupChange) =>
    changeMembers(app, groupId, change),
  )
  const own = (state?.realm_user_groups ?? []).filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  )
  const isIn = ({ members }: { readonly members: readonly number[] }) => members.includes(person.user_id)
  const possible = own.filter(
    (group) => !isIn(group) && state && groupReason(state, group, 'add') === undefined,
  )
  return (
    <section class="setting-group">
      <h2>{t('person.groups')}</h2>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      <FilteredList
        label={t('person.groups')}
        empty={t('person.no-groups')}
        entries={own.filter(isIn).map((group) => ({
          key: String(group.id),
          name: group.name,
          row: (
            <span class="setting channel-subscriber">
              <Icon of={UsersRound} />
              <a
                class="setting-text"
                href={addressFor(state, { kind: 'group', groupId: group.id, page: 'members' })}
                dir="auto"
              >
                @{group.name}
              </a>
              {state && groupReason(state, group, 'remove') === undefined && (
                <IconButton
                  icon={X}
                  size={1}
                  label={t('person.take-out', { name: `@${group.name}` })}
                  disabled={!canSave || isBusy}
                  onClick={() => void save({ groupId: group.id, remove: [person.user_id] })}
                />
              )}
            </span>
          ),
        }))}
      />
      {possible.length > 0 && person.is_active && (
        <Choice
          label={t('person.add-group')}
          options={possible.map(({ id, name }) => ({ id, name: `@${name}` }))}
          isDisabled={!canSave || isBusy}
          onChoose={(id) => void save({ groupId: id, add: [person.user_id] })}
        />
      )}
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
  readonly isDisabled: boolean
  readonly onChoose: (id: number) => void
}

/** A list from which one thing is taken at a time. */
function Choice({ label, options, isDisabled, onChoose }: ChoiceProps) {
  return (
    <select
      class="field"
      aria-label={label}
      value=""
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const id = Number(currentTarget.value)
        currentTarget.value = ''
        onChoose(id)
      }}
    >
      <option value="">{label}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Bots({ person }: OfPersonProps) {
  const state = useKnown((known) => known.state)
  const bots = botsOf(peopleOf(state), person.user_id)
  return (
    <section class="setting-group">
      <h2>{t('person.bots')}</h2>
      {bots.length === 0 && <p class="setting-note">{t('person.no-bots')}</p>}
      {bots.length > 0 && (
        <ul class="setting-list" aria-label={t('person.bots')}>
          {bots.map(({ user_id, full_name }) => (
            <li key={user_id}>
              <a
                class="setting-text"
                href={addressFor(state, { kind: 'user', userId: user_id, page: 'manage' })}
                dir="auto"
              >
                {full_name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
