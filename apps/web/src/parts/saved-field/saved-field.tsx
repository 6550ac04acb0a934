import { useId, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'

interface Saving<V> {
  /** The reason why the last value was refused. */
  readonly failure: string | undefined
  readonly isBusy: boolean
  /** Saves a value. Resolves with whether it happened. */
  readonly save: (value: V) => Promise<boolean>
}

/** Lets a control save its value, and say beside itself why that was refused. */
export function useSaving<V>(onSave: (value: V) => Promise<void>): Saving<V> {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  return {
    failure,
    isBusy,
    async save(value) {
      setFailure(undefined)
      setBusy(true)
      try {
        await onSave(value)
        return true
      } catch (error) {
        setFailure(errorText(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The kinds of inputs that hold a text. */
export type InputType = 'text' | 'url' | 'date'

interface SavedFieldProps {
  readonly label: string
  /** Stands below the field. */
  readonly note?: string
  readonly value: string
  readonly type?: InputType
  readonly isLong?: boolean
  readonly maxLength: number
  readonly isDisabled: boolean
  readonly isRequired?: boolean
  /** Whether an empty text is never saved: leaving the field brings the present one back. */
  readonly isNeverEmpty?: boolean
  /** Saves another text. If it rejects, what was typed stays, and the reason is shown. */
  readonly onSave: (value: string) => Promise<void>
}

/** A text that is saved when one leaves its field or presses Enter. Escape brings back what was there. */
export function SavedField(props: SavedFieldProps) {
  const { label, note = '', value, type = 'text', isLong = false, maxLength, isDisabled } = props
  // Only what was typed: otherwise the field follows what others change.
  const [typed, setTyped] = useState<string>()
  const { failure, isBusy, save } = useSaving(props.onSave)
  const id = useId()
  const commit = async () => {
    // Enter has sent it, and the field is left before the answer.
    if (isBusy || isDisabled || isTooLong(typed ?? '', maxLength)) return
    const next = typed?.trim()
    if (next === undefined || next === value || (props.isNeverEmpty && next === '')) setTyped(undefined)
    else if (await save(next)) setTyped(undefined)
  }
  const given = {
    class: 'field',
    dir: 'auto',
    id,
    value: typed ?? value,
    readOnly: isDisabled,
    required: props.isRequired ?? false,
    'aria-invalid': failure !== undefined || isTooLong(typed ?? '', maxLength),
    'aria-describedby': note === '' ? undefined : `${id}-note`,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setTyped(currentTarget.value),
    onBlur: () => void commit(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) void commit()
      else if (event.key === 'Escape' && typed !== undefined) {
        event.stopPropagation()
        setTyped(undefined)
      }
    },
  } as const
  return (
    <div class="form-field saved-field">
      <label for={id} dir="auto">
        {label}
      </label>
      {isLong && <textarea {...given} rows={3} />}
      {!isLong && type === 'text' && <input {...given} type="text" />}
      {!isLong && type === 'url' && <input {...given} type="url" />}
      {!isLong && type === 'date' && <input {...given} type="date" />}
      {note !== '' && <small id={`${id}-note`}>{note}</small>}
      <LengthNote text={typed ?? ''} most={maxLength} />
      {failure !== undefined && (
        <span class="form-error" role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}
