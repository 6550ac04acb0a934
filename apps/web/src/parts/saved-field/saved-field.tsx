import { useId, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { lazy } from '#parts/lazy.tsx'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'
import type { MeanwhileProps } from '#parts/meanwhile/meanwhile.tsx'
import { useDraft } from '#parts/meanwhile/use-draft.ts'
import { learn } from '#words/words.ts'

const Meanwhile = lazy<MeanwhileProps<string>>(async () => {
  await learn('permission')
  return (await import('#parts/meanwhile/meanwhile.tsx')).Meanwhile
})

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
  /** The thing that has the text: another object after each change. With it, the field also shows a text that it has replaced. */
  readonly version?: unknown
  /** The kind of data that browsers may fill in, as in the attribute. */
  readonly autocomplete?: string
  /** Saves another text. If it rejects, what was typed stays, and the reason is shown. */
  readonly onSave: (value: string) => Promise<void>
}

/**
 * A text that is saved when the writer leaves its field or presses Enter. Escape brings back the saved text. A text that
 * somebody else saves in the meantime is shown beside the writer's own.
 */
export function SavedField(props: SavedFieldProps) {
  const { label, note = '', value, type = 'text', isLong = false, maxLength, isDisabled } = props
  const { failure, save } = useSaving(props.onSave)
  const draft = useDraft(value, save, props.version)
  const text = draft.value
  const id = useId()
  const commit = async () => {
    // Enter has sent the text, and the field is left before the answer; or the writer has to choose first.
    if (draft.isBusy || draft.theirs !== undefined || isDisabled || isTooLong(text, maxLength)) return
    const next = text.trim()
    if (text === value || next === value || (props.isNeverEmpty && next === '')) draft.drop()
    else if ((await draft.save(next)) && props.version === undefined) draft.drop()
  }
  const given = {
    class: 'field',
    dir: 'auto',
    id,
    value: text,
    readOnly: isDisabled,
    required: props.isRequired ?? false,
    autocomplete: props.autocomplete,
    'aria-invalid': failure !== undefined || isTooLong(text, maxLength),
    'aria-describedby': note === '' ? undefined : `${id}-note`,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      draft.set(currentTarget.value),
    onBlur: () => void commit(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) void commit()
      else if (event.key === 'Escape' && text !== value) {
        event.stopPropagation()
        draft.drop()
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
      <LengthNote text={text} most={maxLength} />
      {draft.theirs !== undefined && (
        <Meanwhile draft={draft} canSave={!isDisabled && !isTooLong(text, maxLength)} />
      )}
      {failure !== undefined && (
        <span class="form-error" role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}
