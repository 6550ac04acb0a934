import { useState } from 'preact/hooks'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { useOrganizationChange } from './use-organization-change.ts'

interface Texts {
  readonly name: string
  readonly description: string
}

/** Characters that the server takes. */
const most: Readonly<Record<keyof Texts, number>> = { name: 40, description: 1000 }

/** The name of the organization, and what it is about. They are saved together, by a button. */
export function OrganizationName() {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  const description = useKnown(({ state }) => state?.realm_description ?? '')
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  // Only what was typed: the rest follows what others change.
  const [typed, setTyped] = useState<Partial<Texts>>({})
  const { failure, isBusy, change } = useOrganizationChange(t('organization.profile'))
  const next: Texts = { name, description, ...typed }
  const isChanged = next.name.trim() !== name || next.description !== description
  const isReady =
    next.name.trim() !== '' &&
    !isTooLong(next.name, most.name) &&
    !isTooLong(next.description, most.description)
  const save = async () => {
    const saved = { name: next.name.trim(), description: next.description }
    if (await change(saved, { name, description })) setTyped({})
  }
  return (
    <form
      class="setting-group own-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && isReady && !isBusy) void save()
      }}
    >
      <h2>{t('organization.profile')}</h2>
      <p class="setting-note">{t('organization.profile.note')}</p>
      <label class="form-field">
        <span>{t('organization.name')}</span>
        <input
          class="field"
          dir="auto"
          required
          value={next.name}
          readOnly={reason !== undefined}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, name: value })}
        />
      </label>
      <LengthNote text={next.name} most={most.name} />
      <label class="form-field">
        <span>{t('organization.description')}</span>
        <textarea
          class="field"
          dir="auto"
          rows={4}
          value={next.description}
          readOnly={reason !== undefined}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, description: value })}
        />
      </label>
      <LengthNote text={next.description} most={most.description} />
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {reason === undefined && (
        <p class="own-form-foot">
          <button type="submit" class="button" disabled={!isChanged || isBusy || !canSave || !isReady}>
            {t('organization.save')}
          </button>
        </p>
      )}
    </form>
  )
}
