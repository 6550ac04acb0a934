import { useKnown } from '#state/use-known.ts'
import type { ControlProps } from './organization-control.tsx'
import { useKeptText } from './use-kept-text.ts'

/** Called after a refusal: the typed text stays. */
const keepTyped = () => undefined

/** A text on one line. */
export function TextControl({ row: { name, none }, value, isDisabled, onSave }: ControlProps<'text'>) {
  const jitsi = useKnown(({ state }) => state?.server_jitsi_server_url)
  const given = useKeptText(String(value ?? ''), isDisabled, (text) =>
    onSave(text === '' && none === null ? none : text, keepTyped),
  )
  const placeholder = name === 'jitsi_server_url' ? (jitsi ?? '') : ''
  return <input {...given} type="text" placeholder={placeholder} />
}
