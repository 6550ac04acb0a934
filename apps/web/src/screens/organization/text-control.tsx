import { limits } from '@tagma/contract/limits.ts'
import type { ControlProps } from './organization-control.tsx'

/** Called after a refusal: the typed text stays. */
const keepTyped = () => undefined

/** A text. It is saved when one leaves the field or presses Enter. */
export function TextControl({ row: { isLong }, value, isDisabled, onSave }: ControlProps<'text'>) {
  const given = {
    class: 'field',
    dir: 'auto',
    defaultValue: String(value ?? ''),
    readOnly: isDisabled,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const next = currentTarget.value.trim()
      if (next !== value) onSave(next, keepTyped)
    },
  } as const
  return isLong ? (
    <textarea {...given} rows={4} maxLength={limits.maxWelcomeMessageLength} />
  ) : (
    <input {...given} type="text" />
  )
}
