import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { useState } from 'preact/hooks'
import { changeRole, setActive } from '#actions/manage-person.ts'
import { folded } from '#parts/completion/match.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { changeReason } from './change-reason.ts'

/** The most rows that are drawn: a search finds the others. */
const mostRows = 100

/** The people of the organization with their roles: those who are in it, or those whose accounts are deactivated. */
export function PeopleList({ isActive }: { readonly isActive: boolean }) {
  const people = useKnown(({ state }) => peopleOf(state))
  const [text, setText] = useState('')
  const [leaving, setLeaving] = useState<Person>()
  const app = useApp()
  const asked = folded(text.trim())
  const found = [...people.values()]
    .filter((person) => !person.is_bot && person.is_active === isActive)
    .filter(({ full_name, email }) => folded(`${full_name} ${email}`).includes(asked))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  const rest = found.length - mostRows
  return (
    <section class="setting-group">
      <h2>{t('channels.people', { count: found.length })}</h2>
      <input
        class="field"
        type="search"
        aria-label={t('organization.find-people')}
        placeholder={t('organization.find-people')}
        value={text}
        onInput={({ currentTarget: { value } }) => setText(value)}
      />
      <ul class="setting-list organization-list">
        {found.slice(0, mostRows).map((person) => (
          <PersonRow key={person.user_id} person={person} onLeave={() => setLeaving(person)} />
        ))}
      </ul>
      {found.length === 0 && (
        <p class="setting-note">{t(asked === '' ? 'organization.no-people' : 'organization.nobody-found')}</p>
      )}
      {rest > 0 && <p class="setting-note">{t('organization.more-people', { count: rest })}</p>}
      {leaving && (
        <Question
          title={t('organization.deactivate-named', { name: leaving.full_name })}
          text={t('organization.deactivate-about')}
          action={t('organization.deactivate')}
          dangerous
          onClose={() => setLeaving(undefined)}
          onConfirm={() => {
            setLeaving(undefined)
            void setActive(app, leaving, false)
          }}
        />
      )}
    </section>
  )
}

/** Returns why one may not manage somebody, or undefined. Only owners manage owners. */
function manageReason(state: State, { user_id }: Person): string | undefined {
  const isProtected = isOwner(personOf(state, user_id)) && !isOwner(personOf(state, state.user_id ?? -1))
  return changeReason(state) ?? (isProtected ? t('organization.only-owners') : undefined)
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
  // The page says once what holds for all rows.
  const general = state && changeReason(state)
  const canSave = useCanSave()
  return (
    <li>
      <PersonAvatar person={person} size={2} />
      <a class="setting-text" href={addressFor(state, { kind: 'user', userId })}>
        <span dir="auto">{name}</span>
        <small>{person.delivery_email ?? person.email}</small>
        {reason !== undefined && reason !== general && <small>{reason}</small>}
      </a>
      {is_active && <RoleChoice person={person} isDisabled={reason !== undefined || !canSave} />}
      {reason === undefined && userId !== state?.user_id && (
        <button
          type="button"
          class="button"
          aria-label={t(is_active ? 'organization.deactivate-one' : 'organization.reactivate-one', { name })}
          disabled={!canSave}
          onClick={() => (is_active ? onLeave() : void setActive(app, person, true))}
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
  const mayGiveAll = useKnown(
    ({ state }) => state !== undefined && isOwner(personOf(state, state.user_id ?? -1)),
  )
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
        <option key={name} value={String(role)} disabled={role === roles.owner && !mayGiveAll}>
          {t(`person.role-${name}` as WordId)}
        </option>
      ))}
    </select>
  )
}
