import { limits } from '@tagma/contract/limits.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { changeOwnField, changeOwnName } from '#actions/change-profile.ts'
import { useTimeZone } from '#parts/messages/use-times.ts'
import { ProfileFieldControl } from '#parts/profile-field/profile-field.tsx'
import { SavedField } from '#parts/saved-field/saved-field.tsx'
import { PersonFacts } from '#screens/people/person-facts.tsx'
import { PersonHead } from '#screens/people/person-head.tsx'
import { addressFor } from '#state/addresses.ts'
import { missingFields } from '#state/missing-fields.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { dateFormat, zoneFor } from '#words/date-format.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t } from '#words/words.ts'
import { OwnPicture } from './own-picture.tsx'
import { useCanSave } from './setting-control.tsx'

/** Returns oneself as others know one. */
export const ownPerson = (state: State | undefined): Person | undefined =>
  peopleOf(state).get(state?.user_id ?? -1)

const isOwnAdministrator = (state: State) => isAdministrator(personOf(state, state.user_id ?? -1))

/** Name, picture and the organization's own fields. */
export function OwnProfile() {
  const self = useKnown(({ state }) => ownPerson(state))
  if (!self) return null
  return (
    <>
      <MissingFields />
      <OwnPicture self={self} />
      <section class="setting-group">
        <h2>{t('settings.profile.about')}</h2>
        <OwnName />
        <OwnFields self={self} />
      </section>
    </>
  )
}

interface OwnProps {
  readonly self: Person
}

/** Says which fields the organization asks everybody for and one has left empty. */
function MissingFields() {
  const missing = useKnown(({ state }) => missingFields(state))
  if (missing.length === 0) return null
  return (
    <p class="form-preview form-warning">
      {t('settings.profile.missing', { names: listOf(missing.map(({ name }) => name)) })}
    </p>
  )
}

function OwnName() {
  const app = useApp()
  const canSave = useCanSave()
  const name = useKnown(({ state }) => state?.full_name ?? '')
  const isLocked = useKnown(
    ({ state }) =>
      state !== undefined &&
      (state.server_name_changes_disabled === true || state.realm_name_changes_disabled === true) &&
      !isOwnAdministrator(state),
  )
  return (
    <SavedField
      label={t('settings.profile.name')}
      note={isLocked ? t('settings.profile.name-locked') : ''}
      value={name}
      maxLength={limits.maxFullNameLength}
      isDisabled={isLocked || !canSave}
      isNeverEmpty
      autocomplete="name"
      onSave={(next) => changeOwnName(app, next)}
    />
  )
}

function OwnFields({ self }: OwnProps) {
  const app = useApp()
  const canSave = useCanSave()
  const fields = useKnown(({ state }) => state?.custom_profile_fields)
  const fillsAll = useKnown(({ state }) => state !== undefined && isOwnAdministrator(state))
  return (fields ?? []).map((field) => {
    const value = self.profile_data?.[String(field.id)]?.value ?? ''
    return (
      <ProfileFieldControl
        key={field.id}
        field={field}
        value={value}
        reason={field.editable_by_user || fillsAll ? undefined : t('person.field-locked')}
        isDisabled={!canSave}
        onSave={(next) => changeOwnField(app, field, next, value)}
      />
    )
  })
}

/** The values of `email_address_visibility` that let members see an address. */
const seenByMembers = new Set([1, 2])

/** The address, the day of joining, and the card that others see. */
export function OwnPreview() {
  const state = useKnown((known) => known.state)
  const self = useKnown((known) => ownPerson(known.state))
  if (!state || !self) return null
  const visibility = state.user_settings?.email_address_visibility
  const sees = visibility !== undefined && seenByMembers.has(visibility)
  const shown = sees ? self : { ...self, delivery_email: null }
  const timeZone = useTimeZone()
  const joined = Date.parse(self.date_joined)
  return (
    <>
      <section class="setting-group">
        <h2>{t('settings.profile.account')}</h2>
        <p class="setting">
          <span class="setting-text">
            <span>{t('settings.address')}</span>
            <small dir="ltr">{state.delivery_email}</small>
          </span>
          <a
            class="button"
            href={addressFor(state, { kind: 'settings', page: 'account-and-privacy' })}
            aria-label={t('settings.address.change')}
          >
            {t('settings.profile.change')}
          </a>
        </p>
        {!Number.isNaN(joined) && (
          <p class="setting">
            <span>{t('settings.profile.joined')}</span>
            <span>{dateFormat(locale(), { dateStyle: 'long', ...zoneFor(timeZone) }).format(joined)}</span>
          </p>
        )}
      </section>
      <section class="setting-group">
        <h2>{t('settings.profile.preview')}</h2>
        <p class="setting-note">{t('settings.profile.preview-note')}</p>
        <div class="person-card own-card" role="group" aria-label={t('settings.profile.preview')}>
          <PersonHead userId={self.user_id} person={self} name={self.full_name} />
          <PersonFacts person={shown} isSummary />
        </div>
      </section>
    </>
  )
}
