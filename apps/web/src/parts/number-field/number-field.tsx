import { useEffect, useState } from 'preact/hooks'

interface NumberFieldProps {
  /** Names the field where no label stands beside it. */
  readonly label?: string
  /** The name of the setting that it holds. */
  readonly setting?: string
  readonly least: number
  readonly most?: number
  readonly step?: number
  /** The present number; undefined while none is chosen. */
  readonly value: number | undefined
  readonly isDisabled: boolean
  /** Says which numbers fit, below a number that does not. */
  readonly fitting: string
  /** Saves another number. After a refusal, `onRefused` brings back what was typed. */
  readonly onSave: (value: number, onRefused: () => void) => void
}

/** A whole number. It is saved when one leaves the field or presses Enter, if it fits. */
export function NumberField(props: NumberFieldProps) {
  const { least, most = Number.MAX_SAFE_INTEGER, value, isDisabled } = props
  // Only what was typed: otherwise the field follows what others change.
  const [typed, setTyped] = useState<string>()
  // On its way: the old number does not come back until the new one is there.
  const [saved, setSaved] = useState<number>()
  useEffect(() => setSaved(undefined), [value])
  const fits = (text: string) =>
    text !== '' && Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most
  const isWrong = typed !== undefined && !fits(typed)
  return (
    <>
      <input
        class="field"
        type="number"
        aria-label={props.label}
        data-setting={props.setting}
        min={least}
        max={props.most}
        step={props.step ?? 1}
        value={typed ?? String(saved ?? value ?? '')}
        disabled={isDisabled}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget: { value: text } }) => {
          // By the element: Enter can come before what was typed is drawn.
          if (!fits(text)) return
          setTyped(undefined)
          const number = Number(text)
          if (number === (saved ?? value)) return
          setSaved(number)
          props.onSave(number, () => {
            setSaved(undefined)
            setTyped(text)
          })
        }}
      />
      {isWrong && (
        <small class="form-error" role="alert">
          {props.fitting}
        </small>
      )}
    </>
  )
}
