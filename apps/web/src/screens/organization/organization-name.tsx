import { useState } from 'preact/hooks'
import { isTooLong } from '#parts/length-note/length-note.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
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

/** The name and the description of the organization. A button saves them together. */
export function OrganizationName() {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  const description = useKnown(({ state }) => state?.realm_description ?? '')
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  // Only the texts that were typed. The others follow what somebody else saves.
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
      <TextField
        label={t('organization.name')}
        most={most.name}
        value={next.name}
        onText={(text) => setTyped({ ...typed, name: text })}
        isRequired
        isReadOnly={reason !== undefined}
      />
      <TextField
        label={t('organization.description')}
        rows={4}
        most={most.description}
        value={next.description}
        onText={(text) => setTyped({ ...typed, description: text })}
        isReadOnly={reason !== undefined}
      />
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
