import { UsersRound, X } from 'lucide'
import { useState } from 'preact/hooks'
import { changeMembers } from '#actions/change-group.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { useSaving } from '#parts/saved-field/saved-field.tsx'
import { WhyLink } from '#parts/why-link.tsx'
import { usePeopleSets } from '#screens/channels/use-people-sets.ts'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { RemovablePerson } from '#screens/settings/removable-person.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { groupReason, type MemberChange, mayJoin, mayLeave } from '#state/group-rights.ts'
import { peopleIn } from '#state/people-in.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { locale, t } from '#words/words.ts'
import type { GroupPartProps } from './group-page.tsx'
import { possibleSubgroups } from './group-tree.ts'

interface PartProps extends GroupPartProps {
  readonly isBusy: boolean
  readonly onChange: (change: MemberChange) => Promise<boolean>
}

/** Who is in a group: people, and groups with all of theirs. */
export function GroupMembers({ group }: GroupPartProps) {
  const app = useApp()
  const people = useKnown(({ state }) => (state ? peopleIn(state, group.id).size : 0))
  const { failure, isBusy, save } = useSaving((change: MemberChange) => changeMembers(app, group.id, change))
  const given = { group, isBusy, onChange: save }
  return (
    <>
      <p class="setting-note" role="status">
        {t('groups.reaches', { count: people })}
      </p>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {!group.is_system_group && <OwnMembership {...given} />}
      {!group.is_system_group && <AddMembers {...given} />}
      <Members {...given} />
      <Subgroups {...given} />
    </>
  )
}

/** Joins a group, or leaves it, where that is allowed. */
function OwnMembership({ group, isBusy, onChange }: PartProps) {
  const canSave = useCanSave()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const isIn = group.members.includes(ownId)
  const isAllowed = useKnown(
    ({ state }) => state !== undefined && (isIn ? mayLeave(state, group) : mayJoin(state, group)),
  )
  if (!isAllowed || group.deactivated) return null
  return (
    <p>
      <button
        type="button"
        class="button"
        disabled={isBusy || !canSave}
        onClick={() => void onChange(isIn ? { remove: [ownId] } : { add: [ownId] })}
      >
        {t(isIn ? 'groups.leave' : 'groups.join')}
      </button>
    </p>
  )
}

function AddMembers({ group, isBusy, onChange }: PartProps) {
  const canSave = useCanSave()
  const reason = useKnown(({ state }) => state && groupReason(state, group, 'add'))
  const sets = usePeopleSets()
  const [userIds, setUserIds] = useState<readonly number[]>([])
  const coming = userIds.filter((id) => !group.members.includes(id))
  const add = async () => {
    if (await onChange({ add: coming })) setUserIds([])
  }
  return (
    <section class="setting-group channel-add">
      <h2>{t('groups.add')}</h2>
      {reason !== undefined && (
        <p class="setting-note">
          {reason}
          <WhyLink place={{ kind: 'group', groupId: group.id }} deed="add-members" />
        </p>
      )}
      {reason === undefined && (
        <>
          <PeopleField
            label={t('groups.add')}
            userIds={userIds}
            onChange={setUserIds}
            offersSelf
            sets={sets}
          />
          <button
            type="button"
            class="button"
            disabled={coming.length === 0 || isBusy || !canSave}
            onClick={() => void add()}
          >
            {t('groups.add-count', { count: coming.length })}
          </button>
        </>
      )}
    </section>
  )
}

function Members({ group, isBusy, onChange }: PartProps) {
  const people = useKnown(({ state }) => peopleOf(state))
  const isRemovable = useKnown(
    ({ state }) => state !== undefined && groupReason(state, group, 'remove') === undefined,
  )
  const known = group.members.flatMap((id) => people.get(id) ?? [])
  const sorted = known.toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  return (
    <section class="setting-group">
      <h2>{t('channels.people', { count: known.length })}</h2>
      <FilteredList
        label={t('groups.members')}
        empty={t('groups.no-members')}
        entries={sorted.map((person) => ({
          key: String(person.user_id),
          name: person.full_name,
          row: (
            <RemovablePerson
              person={person}
              label={t('groups.remove', { name: person.full_name })}
              isDisabled={isBusy}
              onRemove={isRemovable ? () => void onChange({ remove: [person.user_id] }) : undefined}
            />
          ),
        }))}
      />
    </section>
  )
}

/** The groups within a group: their people belong to it, too. */
function Subgroups({ group, isBusy, onChange }: PartProps) {
  const canSave = useCanSave()
  const state = useKnown((known) => known.state)
  const all = state?.realm_user_groups ?? []
  const isRemovable = state !== undefined && groupReason(state, group, 'remove') === undefined
  const mayAdd = state !== undefined && groupReason(state, group, 'add') === undefined
  const subgroups = all.filter(({ id }) => group.direct_subgroup_ids.includes(id))
  if (group.is_system_group && subgroups.length === 0) return null
  return (
    <section class="setting-group">
      <h2>{t('groups.subgroups')}</h2>
      <p class="setting-note">{t('groups.subgroups-note')}</p>
      {subgroups.length > 0 && (
        <ul class="setting-list" aria-label={t('groups.subgroups')}>
          {subgroups.map(({ id, name }) => (
            <li key={id}>
              <Icon of={UsersRound} />
              <a
                class="setting-text"
                href={addressFor(state, { kind: 'group', groupId: id, page: 'members' })}
                dir="auto"
              >
                {groupLabel(name)}
              </a>
              {isRemovable && (
                <IconButton
                  icon={X}
                  size={1}
                  label={t('groups.remove', { name: groupLabel(name) })}
                  disabled={!canSave || isBusy}
                  onClick={() => void onChange({ removeGroups: [id] })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <select
          class="field"
          aria-label={t('groups.add-subgroup')}
          value=""
          disabled={!canSave || isBusy}
          onChange={({ currentTarget }) => {
            const id = Number(currentTarget.value)
            currentTarget.value = ''
            void onChange({ addGroups: [id] })
          }}
        >
          <option value="">{t('groups.add-subgroup')}</option>
          {possibleSubgroups(all, group).map(({ id, name }) => (
            <option key={id} value={id}>
              {groupLabel(name)}
            </option>
          ))}
        </select>
      )}
    </section>
  )
}
