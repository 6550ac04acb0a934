import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { LengthNote, tooLongText } from '#parts/length-note/length-note.tsx'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  /** The most characters that the server takes. A longer text stays, says so, and keeps its form from being sent. */
  readonly most?: number
  /** Lines of a text that may have several. */
  readonly rows?: number
  readonly type?: 'text' | 'url'
  /** Whether the text is for programs: it runs from left to right in fixed-width letters, and nothing corrects it. */
  readonly isCode?: boolean
  readonly placeholder?: string | undefined
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly takesFocus?: boolean
  /** Id of a list of suggestions. */
  readonly list?: string
  /** Holds the field. */
  readonly field?: RefObject<HTMLInputElement | null> | null
  /** Hides the label from those who see what the field is for. */
  readonly isBare?: boolean
  /** Stands below the field. */
  readonly children?: ComponentChildren
}

/** A field of a form. It takes any length, and loses nothing that was typed or pasted. */
export function TextField(props: TextFieldProps) {
  const { label, value, onText, most, rows, isBare = false, isCode = false } = props
  const id = useId()
  const own = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const problem = most === undefined ? undefined : tooLongText(value, most)
  useLayoutEffect(() => {
    own.current?.setCustomValidity(problem ?? '')
  }, [problem])
  const given = {
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      own.current = element as HTMLInputElement & HTMLTextAreaElement
      if (props.field) props.field.current = element as HTMLInputElement
    },
    id,
    class: isCode ? 'field field-code' : 'field',
    dir: isCode || props.type === 'url' ? 'ltr' : 'auto',
    ...(isCode ? { spellcheck: false, autocapitalize: 'none' as const } : {}),
    value,
    placeholder: props.placeholder,
    required: props.isRequired ?? false,
    readOnly: useIsKept() || props.isReadOnly === true,
    autofocus: props.takesFocus ?? false,
    'aria-label': isBare ? label : undefined,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-long`,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  } as const
  return (
    <div class="form-field">
      {!isBare && <label for={id}>{label}</label>}
      {rows === undefined ? (
        <input type={props.type ?? 'text'} list={props.list} {...given} />
      ) : (
        <textarea rows={rows} {...given} />
      )}
      {props.children}
      {most !== undefined && <LengthNote id={`${id}-long`} text={value} most={most} />}
    </div>
  )
}
