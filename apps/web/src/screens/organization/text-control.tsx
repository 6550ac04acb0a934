import { limits } from '@tagma/contract/limits.ts'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ControlProps } from './organization-control.tsx'

/** Called after a refusal: the typed text stays. */
const keepTyped = () => undefined

/** A text. It is saved when one leaves the field or presses Enter. Typed text stays when somebody else changes the setting. */
export function TextControl({ row: { isLong }, value, isDisabled, onSave }: ControlProps<'text'>) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const text = String(value ?? '')
  const before = useRef(text)
  useLayoutEffect(() => {
    if (field.current?.value === before.current) field.current.value = text
    before.current = text
  }, [text])
  const given = {
    ref: field,
    class: 'field',
    dir: 'auto',
    defaultValue: text,
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
