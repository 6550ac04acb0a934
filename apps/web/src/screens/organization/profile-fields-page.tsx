import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import * as wire from '@tagma/contract/wire.ts'
import { Pencil, X } from 'lucide'
import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { FormFailure } from './form-failure.tsx'
import { OrderedList } from './ordered-list.tsx'
import { ProfileFieldForm } from './profile-field-form.tsx'
import { useAttempt } from './use-attempt.ts'

const none: readonly ProfileField[] = []

/** The fields that profiles have in this organization, in their order. */
export function ProfileFieldsPage() {
  const app = useApp()
  const fields = useKnown(({ state }) => state?.custom_profile_fields) ?? none
  const reason = useKnown(({ state }) => state && changeReason(state))
  const isDisabled = !useCanSave() || reason !== undefined
  const { failure, attempt } = useAttempt()
  // As it was when one began to change it: somebody else may change it, too.
  const [editing, setEditing] = useState<ProfileField>()
  const [doomed, setDoomed] = useState<ProfileField>()
  const remove = async ({ id: field_id, name }: ProfileField) => {
    setDoomed(undefined)
    if (await attempt(app.client.call(wire.deleteCustomProfileField, { field_id })))
      showToast(app, { name: 'field', kind: 'status', text: t('organization.fields.removed', { name }) })
  }
  return (
    <>
      <section class="setting-group">
        <p class="setting-note">{t('organization.fields.about')}</p>
        <OrderedList
          label={t('organization.page.profile-field-settings')}
          isDisabled={isDisabled}
          onOrder={(ids) => attempt(app.client.call(wire.reorderCustomProfileFields, { order: [...ids] }))}
          entries={fields.map((field) => ({
            id: field.id,
            name: field.name,
            row: (
              <>
                <FieldText field={field} />
                {reason === undefined && (
                  <FieldActs
                    {...{ field, isDisabled }}
                    onEdit={() => setEditing(field)}
                    onDelete={() => setDoomed(field)}
                  />
                )}
              </>
            ),
          }))}
        />
        {fields.length === 0 && <p class="setting-note">{t('organization.fields.none')}</p>}
        <FormFailure text={failure} />
      </section>
      <KeptForm reason={reason}>
        <ProfileFieldForm
          key={editing?.id ?? 'new'}
          {...(editing ? { before: editing } : {})}
          onClose={() => setEditing(undefined)}
        />
      </KeptForm>
      {doomed && (
        <Question
          title={t('organization.fields.question', { name: doomed.name })}
          text={t('organization.fields.question-text')}
          action={t('organization.fields.delete')}
          dangerous
          onClose={() => setDoomed(undefined)}
          onConfirm={() => void remove(doomed)}
        />
      )}
    </>
  )
}

function FieldText({ field }: { readonly field: ProfileField }) {
  const facts = [
    t(`organization.fields.type.${field.type}`),
    field.required && t('organization.fields.mark.required'),
    !field.editable_by_user && t('organization.fields.mark.locked'),
    field.display_in_profile_summary && t('organization.fields.mark.summary'),
    field.use_for_user_matching && t('organization.fields.mark.matching'),
  ]
  return (
    <span class="setting-text">
      <span dir="auto">{field.name}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </span>
  )
}

interface FieldActsProps {
  readonly field: ProfileField
  readonly isDisabled: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function FieldActs({ field: { name }, isDisabled, onEdit, onDelete }: FieldActsProps) {
  return (
    <>
      <IconButton
        icon={Pencil}
        label={t('organization.fields.change', { name })}
        disabled={isDisabled}
        onClick={onEdit}
      />
      <IconButton
        icon={X}
        label={t('organization.fields.remove', { name })}
        disabled={isDisabled}
        onClick={onDelete}
      />
    </>
  )
}
