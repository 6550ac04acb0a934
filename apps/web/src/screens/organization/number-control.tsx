import { NumberField } from '#parts/number-field/number-field.tsx'
import { t } from '#words/words.ts'
import type { ControlProps } from './organization-control.tsx'

/** A whole number of the organization. */
export function NumberControl({ row: { least, most }, value, isDisabled, onSave }: ControlProps<'number'>) {
  return (
    <span class="setting-number">
      <NumberField
        {...{ least, most, isDisabled, onSave }}
        value={Number(value)}
        fitting={t('organization.between', { least, most })}
      />
    </span>
  )
}
