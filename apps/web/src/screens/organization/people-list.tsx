import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { useState } from 'preact/hooks'
import { changeRole, reactivatePerson } from '#actions/manage-person.ts'
import { folded } from '#parts/completion/match.ts'
import { FilterField } from '#parts/filter-field.tsx'
import { walkRows } from '#parts/page/walk-by-arrows.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { DeactivateDialog } from '#screens/people/deactivate-dialog.tsx'
import { presenceText } from '#screens/people/presence-text.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { manageReason, roleReason } from '#state/manage-rights.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { AddPerson } from './add-person.tsx'
import { changeReason } from './change-reason.ts'

/** The most rows that are drawn: a search finds the others. */
const mostRows = 100

/** The people of the organization with their roles: those who are in it, or those whose accounts are deactivated. */
export function PeopleList({ isActive }: { readonly isActive: boolean }) {
  const people = useKnown(({ state }) => peopleOf(state))
  const [text, setText] = useState('')
  const [leaving, setLeaving] = useState<Person>()
  const asked = folded(text.trim())
  const found = [...people.values()]
    .filter((person) => !person.is_bot && person.is_active === isActive)
    .filter(({ full_name, email }) => folded(`${full_name} ${email}`).includes(asked))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  const rest = found.length - mostRows
  return (
    <section class="setting-group">
      <h2>{t('channels.people', { count: found.length })}</h2>
      <FilterField label={t('organization.find-people')} value={text} onText={setText} />
      <ul class="setting-list organization-list organization-people" onKeyDown={walkRows}>
        {found.slice(0, mostRows).map((person) => (
          <PersonRow key={person.user_id} person={person} onLeave={() => setLeaving(person)} />
        ))}
      </ul>
      {found.length === 0 && (
        <p class="setting-note">{t(asked === '' ? 'organization.no-people' : 'organization.nobody-found')}</p>
      )}
      {rest > 0 && <p class="setting-note">{t('organization.more-people', { count: rest })}</p>}
      {leaving && <DeactivateDialog person={leaving} onClose={() => setLeaving(undefined)} />}
      {isActive && <AddPerson />}
    </section>
  )
}

interface PersonRowProps {
  readonly person: Person
  readonly onLeave: () => void
}

function PersonRow({ person, onLeave }: PersonRowProps) {
  const app = useApp()
  const { user_id: userId, full_name: name, is_active } = person
  const state = useKnown((known) => known.state)
  const reason = state && manageReason(state, person)
  const seen = is_active ? presenceText(state, person, app.clock.now()) : undefined
  // The page says once what holds for all rows.
  const general = state && changeReason(state)
  const canSave = useCanSave()
  return (
    <li>
      <PersonAvatar person={person} size={2} />
      <a class="setting-text" href={addressFor(state, { kind: 'user', userId })}>
        <span dir="auto">{name}</span>
        <small>{person.delivery_email ?? person.email}</small>
        {seen !== undefined && <small>{seen}</small>}
        {reason !== undefined && general === undefined && <small>{reason}</small>}
      </a>
      {is_active && <RoleChoice person={person} isDisabled={reason !== undefined || !canSave} />}
      {reason === undefined && (
        <a
          class="button"
          href={addressFor(state, { kind: 'user', userId, page: 'manage' })}
          aria-label={t('organization.manage-one', { name })}
        >
          {t('person.page-manage')}
        </a>
      )}
      {reason === undefined && userId !== state?.user_id && (
        <button
          type="button"
          class="button"
          aria-label={t(is_active ? 'organization.deactivate-one' : 'organization.reactivate-one', { name })}
          disabled={!canSave}
          onClick={() => (is_active ? onLeave() : void reactivatePerson(app, person))}
        >
          {t(is_active ? 'organization.deactivate' : 'organization.reactivate')}
        </button>
      )}
    </li>
  )
}

interface RoleChoiceProps {
  readonly person: Person
  readonly isDisabled: boolean
}

function RoleChoice({ person, isDisabled }: RoleChoiceProps) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  return (
    <select
      class="field"
      aria-label={t('organization.role-of', { name: person.full_name })}
      value={String(person.role)}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        void changeRole(app, person, Number(currentTarget.value) as Role).then((isDone) => {
          if (!isDone) currentTarget.value = String(person.role)
        })
      }}
    >
      {Object.entries(roles).map(([name, role]) => (
        <option
          key={name}
          value={String(role)}
          disabled={
            role !== person.role && state !== undefined && roleReason(state, person, role) !== undefined
          }
        >
          {t(`person.role-${name}` as WordId)}
        </option>
      ))}
    </select>
  )
}
