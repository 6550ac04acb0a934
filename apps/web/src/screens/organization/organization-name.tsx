import { isTooLong } from '#parts/length-note/length-note.tsx'
import { Meanwhile } from '#parts/meanwhile/meanwhile.tsx'
import { useDraft } from '#parts/meanwhile/use-draft.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { useOrganizationChange } from './use-organization-change.ts'

/** Characters that the server takes. */
const most = { name: 40, description: 1000 } as const

/** Holds what is typed for the organization's name and for what it is about, and saves both together. */
function useTexts() {
  const savedName = useKnown(({ state }) => state?.realm_name ?? '')
  const savedDescription = useKnown(({ state }) => state?.realm_description ?? '')
  const { failure, change } = useOrganizationChange(t('organization.profile'))
  const name = useDraft(savedName, (next) => change({ name: next }, { name: savedName }))
  const description = useDraft(savedDescription, (next) =>
    change({ description: next }, { description: savedDescription }),
  )
  const hasName = name.value.trim() !== savedName
  const hasDescription = description.value !== savedDescription
  const mustChoose = name.theirs !== undefined || description.theirs !== undefined
  return {
    name,
    description,
    failure,
    /** Whether the texts can be saved as they are. */
    fits:
      name.value.trim() !== '' &&
      !isTooLong(name.value, most.name) &&
      !isTooLong(description.value, most.description),
    hasChange: (hasName || hasDescription) && !mustChoose && !name.isBusy && !description.isBusy,
    save() {
      const saving = change(
        {
          ...(hasName && { name: name.value.trim() }),
          ...(hasDescription && { description: description.value }),
        },
        { ...(hasName && { name: savedName }), ...(hasDescription && { description: savedDescription }) },
      )
      if (hasName) void name.save(name.value.trim(), () => saving)
      if (hasDescription) void description.save(description.value, () => saving)
    },
  }
}

/**
 * The name and the description of the organization. A button saves them together. A text that somebody else saves meanwhile
 * is shown beside one's own.
 */
export function OrganizationName() {
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  const { name, description, failure, fits, hasChange, save } = useTexts()
  const isReady = hasChange && fits && canSave
  const mayChoose = reason === undefined && canSave && fits
  return (
    <form
      class="setting-group own-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) save()
      }}
    >
      <h2>{t('organization.profile')}</h2>
      <p class="setting-note">{t('organization.profile.note')}</p>
      <TextField
        label={t('organization.name')}
        most={most.name}
        value={name.value}
        onText={name.set}
        isRequired
        isReadOnly={reason !== undefined}
      />
      <Meanwhile draft={name} canSave={mayChoose} />
      <TextField
        label={t('organization.description')}
        rows={4}
        most={most.description}
        value={description.value}
        onText={description.set}
        isReadOnly={reason !== undefined}
      />
      <Meanwhile draft={description} canSave={mayChoose} />
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {reason === undefined && (
        <p class="own-form-foot">
          <button type="submit" class="button" disabled={!isReady}>
            {t('organization.save')}
          </button>
        </p>
      )}
    </form>
  )
}
