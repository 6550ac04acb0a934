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

/** Offers a passkey as the proof. It has the focus in a dialog that opens. */
export function PasskeyProof({ isBusy, onUse }: { readonly isBusy: boolean; readonly onUse: () => void }) {
  return (
    <p class="own-key">
      <button type="button" class="button" autofocus disabled={isBusy} onClick={onUse}>
        {t('settings.passkeys.use')}
      </button>
    </p>
  )
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

/** The codes that are good: the first one of a new app, recovery codes alone, or those of the app as well. */
export type CodeKind = 'first' | 'recovery' | 'any'

/** The codes that are a proof, by the ways that the server names; undefined if none is. */
export const codeKindOf = (ways: readonly string[]): CodeKind | undefined =>
  ways.includes('code') ? 'any' : ways.includes('recovery') ? 'recovery' : undefined

const codeLabels = {
  first: 'settings.factor.first-code',
  recovery: 'settings.factor.recovery-code',
  any: 'settings.factor.code',
} as const

/** Takes a code of an authenticator app, or a recovery code. */
export function CodeField({
  value,
  onValue,
  isFirst = false,
  kind,
}: ProofFieldProps & { readonly kind: CodeKind }) {
  return (
    <label class="form-field">
      <span>{t(codeLabels[kind])}</span>
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
