import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Props of a field for a text. */
interface KeptText {
  readonly ref: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>
  readonly class: string
  readonly dir: 'auto'
  readonly defaultValue: string
  readonly readOnly: boolean
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

/**
 * Lets a field save its text when one leaves it or presses Enter. Typed text stays when somebody else changes the setting,
 * and after a refusal.
 */
export function useKeptText(text: string, isDisabled: boolean, onSave: (text: string) => void): KeptText {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const before = useRef(text)
  useLayoutEffect(() => {
    if (field.current?.value === before.current) field.current.value = text
    before.current = text
  }, [text])
  return {
    ref: field,
    class: 'field',
    dir: 'auto',
    defaultValue: text,
    readOnly: isDisabled,
    onChange: ({ currentTarget: { value } }) => {
      const next = value.trim()
      if (next !== text) onSave(next)
    },
  }
}
