import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import { useState } from 'preact/hooks'
import type { FieldValue } from '#actions/change-profile.ts'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { type InputType, SavedField, useSaving } from '#parts/saved-field/saved-field.tsx'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { fieldKinds, longestOf, optionsOf, peopleIn } from './field-value.ts'

interface ProfileFieldControlProps {
  readonly field: ProfileField
  /** As the account has it: empty for none. */
  readonly value: string
  /** The reason why one may not fill it in. */
  readonly reason: string | undefined
  readonly isDisabled: boolean
  /** Saves a value. If it rejects, what was typed stays, and the reason is shown. */
  readonly onSave: (value: FieldValue) => Promise<void>
}

const inputTypes: Partial<Readonly<Record<ProfileField['type'], InputType>>> = {
  [fieldKinds.date]: 'date',
  [fieldKinds.link]: 'url',
}

/** A field of the organization's own in a profile, of any kind. It is saved when one leaves it. */
export function ProfileFieldControl(props: ProfileFieldControlProps) {
  const { field, value, reason, isDisabled, onSave } = props
  if (field.type === fieldKinds.people) return <FieldOfPeople {...props} />
  if (field.type === fieldKinds.list) return <FieldOfList {...props} />
  return (
    <SavedField
      label={field.name}
      note={noteOf(props)}
      value={value}
      type={inputTypes[field.type] ?? 'text'}
      isLong={field.type === fieldKinds.longText}
      maxLength={longestOf(field)}
      isDisabled={isDisabled || reason !== undefined}
      isRequired={field.required}
      onSave={onSave}
    />
  )
}

function noteOf({ field, reason, value }: ProfileFieldControlProps): string {
  const wish = field.required && value === '' ? t('person.field-required') : undefined
  return [field.hint, reason ?? wish].filter((part) => part).join(' ')
}

function FieldOfList(props: ProfileFieldControlProps) {
  const { field, value, reason, isDisabled, onSave } = props
  const { failure, isBusy, save } = useSaving(onSave)
  const options = optionsOf(field)
  const note = noteOf(props)
  return (
    <label class="form-field saved-field">
      <span dir="auto">{field.name}</span>
      <select
        class="field"
        dir="auto"
        value={value}
        disabled={isDisabled || isBusy || reason !== undefined}
        onChange={({ currentTarget }) =>
          void save(currentTarget.value).then((isDone) => {
            if (!isDone) currentTarget.value = value
          })
        }
      >
        <option value="">{t('person.field-none')}</option>
        {value !== '' && !options.some(({ key }) => key === value) && <option value={value}>{value}</option>}
        {options.map(({ key, text }) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      {note !== '' && <small>{note}</small>}
      <Failure text={failure} />
    </label>
  )
}

function FieldOfPeople(props: ProfileFieldControlProps) {
  const { field, value, reason, isDisabled, onSave } = props
  const people = useKnown(({ state }) => peopleOf(state))
  const { failure, save } = useSaving(onSave)
  const present = peopleIn(value)
  // Shown until the server has it, so that two quick choices are both kept.
  const [chosen, setChosen] = useState<readonly number[]>()
  const shown = chosen ?? present
  const note = noteOf(props)
  const change = async (next: readonly number[]) => {
    setChosen(next)
    await save(next)
    setChosen((latest) => (latest === next ? undefined : latest))
  }
  return (
    <div class="form-field saved-field">
      <span aria-hidden="true" dir="auto">
        {field.name}
      </span>
      {reason === undefined && !isDisabled ? (
        <PeopleField label={field.name} userIds={shown} onChange={(next) => void change(next)} offersSelf />
      ) : (
        <p class="permission-chips">
          {shown.map((id) => (
            <span key={id} class="chip chip-person">
              <PersonAvatar person={people.get(id)} size={1.25} />
              <span dir="auto">{people.get(id)?.full_name ?? t('message.unknown-person')}</span>
            </span>
          ))}
          {shown.length === 0 && t('person.field-none')}
        </p>
      )}
      {note !== '' && <small>{note}</small>}
      <Failure text={failure} />
    </div>
  )
}

function Failure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span class="form-error" role="alert">
      {text}
    </span>
  )
}
