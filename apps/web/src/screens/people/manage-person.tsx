import { limits } from '@tagma/contract/limits.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { useId, useState } from 'preact/hooks'
import {
  changeAddressOf,
  changeFieldOf,
  changeRole,
  clearStatusOf,
  reactivatePerson,
  renamePerson,
} from '#actions/manage-person.ts'
import { ProfileFieldControl } from '#parts/profile-field/profile-field.tsx'
import { SavedField } from '#parts/saved-field/saved-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { TokensOf } from '#screens/tokens/tokens-of.tsx'
import { addressFor } from '#state/addresses.ts'
import { deactivationReason, manageReason, roleReason } from '#state/manage-rights.ts'
import type { Person } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'
import { AccountFacts } from './account-facts.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { ManagedMemberships } from './managed-memberships.tsx'
import { StatusLine } from './person-facts.tsx'

export interface ManagedProps {
  readonly person: Person
  /** Whether nothing can be changed: the account may not be managed, or the server is away. */
  readonly isDisabled: boolean
}

/** Lets administrators change somebody's account. Everything is saved when it is changed. */
export function ManagePerson({ person }: { readonly person: Person }) {
  const canSave = useCanSave()
  const isAdministrator = useKnown(({ state }) => state?.is_admin === true)
  const reason = useKnown(({ state }) => state && manageReason(state, person))
  if (!isAdministrator)
    return (
      <p class="setting-note" role="status">
        {reason ?? t('person.only-administrators-manage')}
      </p>
    )
  const given = { person, isDisabled: reason !== undefined || !canSave }
  return (
    <>
      {reason !== undefined && <p class="form-preview form-warning">{reason}</p>}
      {!canSave && (
        <p class="setting-offline" role="status">
          {t('settings.offline')}
        </p>
      )}
      <section class="setting-group">
        <h2>{t('person.account')}</h2>
        <RoleField {...given} />
        <NameField {...given} />
        {!person.is_bot && <AddressField {...given} />}
        <Status person={person} isDisabled={!canSave} />
      </section>
      {/* The server lets administrators fill in the fields of owners, too. */}
      {!person.is_bot && <Fields person={person} isDisabled={!canSave} />}
      <ManagedMemberships person={person} />
      <AccountFacts person={person} />
      {reason === undefined && <TokensOf userId={person.user_id} />}
      {!person.is_bot && person.is_active && <RightsLink userId={person.user_id} />}
      <Activity {...given} />
    </>
  )
}

/** Leads to what the person may do, seen with their eyes. */
function RightsLink({ userId }: { readonly userId: number }) {
  const address = useKnown(({ state }) =>
    addressFor(state, { kind: 'rights', place: { kind: 'organization' }, of: userId }),
  )
  return (
    <p>
      <a class="button" href={address}>
        {t('person.rights')}
      </a>
    </p>
  )
}

function RoleField({ person, isDisabled }: ManagedProps) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const reasonFor = (role: Role) => (state ? roleReason(state, person, role) : undefined)
  const others = Object.values(roles).filter((role) => role !== person.role)
  // One sentence suffices where no other role can be given.
  const reasons = [...new Set(others.flatMap((role) => reasonFor(role) ?? []))]
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>{t('person.role')}</label>
      <select
        id={id}
        class="field"
        aria-describedby={`${id}-about`}
        value={String(person.role)}
        disabled={isDisabled || others.every((role) => reasonFor(role) !== undefined)}
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
            disabled={role !== person.role && reasonFor(role) !== undefined}
          >
            {t(`person.role-${name}` as WordId)}
          </option>
        ))}
      </select>
      <small id={`${id}-about`}>{t(`person.role-about-${person.role}` as WordId)}</small>
      {!isDisabled && reasons.map((text) => <small key={text}>{text}</small>)}
    </div>
  )
}

function NameField({ person, isDisabled }: ManagedProps) {
  const app = useApp()
  return (
    <SavedField
      label={t('person.name')}
      value={person.full_name}
      maxLength={limits.maxFullNameLength}
      isDisabled={isDisabled}
      isNeverEmpty
      onSave={(name) => renamePerson(app, person, name)}
    />
  )
}

/** The address, where one may see it. The server says whether one may change addresses: no role alone allows that. */
function AddressField({ person, isDisabled }: ManagedProps) {
  const app = useApp()
  const { delivery_email: address, user_id } = person
  if (address === null) return <p class="setting-note">{t('person.address-hidden')}</p>
  return (
    <SavedField
      label={t('person.email')}
      note={t('person.address-note')}
      value={address}
      maxLength={254}
      isDisabled={isDisabled}
      isNeverEmpty
      onSave={(next) => changeAddressOf(app, user_id, next, address)}
    />
  )
}

function Status({ person, isDisabled }: ManagedProps) {
  const app = useApp()
  const status = useKnown(({ state }) => state?.user_status?.[String(person.user_id)])
  if (!status?.status_text && !status?.emoji_code) return null
  return (
    <div class="setting">
      <span class="setting-text">
        <span>{t('person.status')}</span>
        <StatusLine userId={person.user_id} />
      </span>
      <button
        type="button"
        class="button"
        disabled={isDisabled}
        onClick={() => void clearStatusOf(app, person)}
      >
        {t('person.clear-status')}
      </button>
    </div>
  )
}

function Fields({ person, isDisabled }: ManagedProps) {
  const app = useApp()
  const fields = useKnown(({ state }) => state?.custom_profile_fields) ?? []
  if (fields.length === 0) return null
  return (
    <section class="setting-group">
      <h2>{t('person.fields')}</h2>
      {fields.map((field) => {
        const value = person.profile_data?.[String(field.id)]?.value ?? ''
        return (
          <ProfileFieldControl
            key={field.id}
            field={field}
            value={value}
            reason={undefined}
            isDisabled={isDisabled}
            onSave={(next) => changeFieldOf(app, person.user_id, field, next, value)}
          />
        )
      })}
    </section>
  )
}

/** Closes the account, or opens it again. */
function Activity({ person, isDisabled }: ManagedProps) {
  const app = useApp()
  const { is_active: isActive } = person
  const [isAsking, setAsking] = useState(false)
  const reason = useKnown(({ state }) => state && isActive && deactivationReason(state, person))
  const isGone = 'is_deleted' in person && person.is_deleted === true
  return (
    <section class="setting-group">
      <h2>{t(isActive ? 'organization.deactivate' : 'organization.reactivate')}</h2>
      <p class="setting-note">
        {t(isGone ? 'person.is-erased' : isActive ? 'person.deactivate-note' : 'person.reactivate-note')}
      </p>
      {reason && <p class="setting-note">{reason}</p>}
      {!isGone && (
        <button
          type="button"
          class={isActive ? 'button button-bad' : 'button'}
          disabled={isDisabled || typeof reason === 'string'}
          onClick={() => (isActive ? setAsking(true) : void reactivatePerson(app, person))}
        >
          {t(isActive ? 'person.deactivate-account' : 'person.reactivate-account')}
        </button>
      )}
      {isAsking && <DeactivateDialog person={person} onClose={() => setAsking(false)} />}
    </section>
  )
}
