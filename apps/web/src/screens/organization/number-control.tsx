import { useState } from 'preact/hooks'
import { t } from '#words/words.ts'
import type { ControlProps } from './organization-control.tsx'

/** A whole number. It is saved when one leaves the field or presses Enter, if it fits. */
export function NumberControl({ row: { least, most }, value, isDisabled, onSave }: ControlProps<'number'>) {
  // Only what was typed: otherwise the field follows what others change.
  const [typed, setTyped] = useState<string>()
  const number = Number(typed)
  const isWrong =
    typed !== undefined && !(typed !== '' && Number.isInteger(number) && number >= least && number <= most)
  return (
    <span class="setting-number">
      <input
        class="field"
        type="number"
        min={least}
        max={most}
        step={1}
        value={typed ?? String(value)}
        disabled={isDisabled}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={() => {
          if (typed === undefined || isWrong) return
          setTyped(undefined)
          // After a refusal, what was typed stays.
          if (number !== value) onSave(number, () => setTyped(typed))
        }}
      />
      {isWrong && (
        <small class="form-error" role="alert">
          {t('organization.between', { least, most })}
        </small>
      )}
    </span>
  )
}
