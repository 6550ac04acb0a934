import { useState } from 'preact/hooks'

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
  const number = Number(typed)
  const isWrong =
    typed !== undefined && !(typed !== '' && Number.isInteger(number) && number >= least && number <= most)
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
        value={typed ?? String(value ?? '')}
        disabled={isDisabled}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={() => {
          if (typed === undefined || isWrong) return
          setTyped(undefined)
          if (number !== value) props.onSave(number, () => setTyped(typed))
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
