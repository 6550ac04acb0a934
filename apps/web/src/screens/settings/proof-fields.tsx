import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '#words/words.ts'

interface ProofFieldProps {
  readonly value: string
  readonly onValue: (value: string) => void
  /** Whether the field takes the focus when it is shown, also in a dialog that is open already. */
  readonly isFirst?: boolean
}

function useFocus(isFirst: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return field
}

/** Takes one's password, as a proof that it is oneself. */
export function PasswordField({ value, onValue, isFirst = false }: ProofFieldProps) {
  return (
    <label class="form-field">
      <span>{t('settings.password.old')}</span>
      <input
        class="field"
        type="password"
        autocomplete="current-password"
        ref={useFocus(isFirst)}
        autofocus={isFirst}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </label>
  )
}

/** Takes a code of an authenticator app, or a recovery code where `isNew` is not set. */
export function CodeField({
  value,
  onValue,
  isFirst = false,
  isNew = false,
}: ProofFieldProps & { isNew?: boolean }) {
  return (
    <label class="form-field">
      <span>{t(isNew ? 'settings.factor.first-code' : 'settings.factor.code')}</span>
      <input
        class="field"
        type="text"
        dir="ltr"
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck={false}
        ref={useFocus(isFirst)}
        autofocus={isFirst}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </label>
  )
}
