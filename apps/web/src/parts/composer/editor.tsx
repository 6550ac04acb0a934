import type { ComponentChildren, RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks'
import { keepFocus } from '#parts/keep-focus.ts'
import { useStateOf } from '#parts/use-state-of.ts'
import { t } from '#words/words.ts'
import { FormatTools } from './format-tools.tsx'
import {
  type Edit,
  linked,
  nextLine,
  placed,
  toggleCode,
  toggleMark,
  withoutSecondMark,
  type Written,
} from './format.ts'
import { commandOf, type Command } from './keys.ts'
import { roomLeft } from './length.ts'
import { apply, writtenIn } from './written.ts'

export interface EditorProps {
  /** The text that is written. Another one has a box of its own; the tools around it stay. */
  readonly of: string
  /** The accessible name of the box. It stands in the empty box, too. */
  readonly label: string
  /** The text in the box at first. Afterwards the box holds the text. */
  readonly initial: string
  /** The longest text in code points. */
  readonly most: number
  readonly entersSend: boolean
  /** Whether the text becomes a message, rather than the text of one that is there. */
  readonly isNew: boolean
  /** The reason why nothing can be sent now, although one may write. */
  readonly waitsFor?: string | undefined
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** Called after each change of the text. */
  readonly onWrite: (text: string) => void
  /** Called when keys or commands of the person have changed the text. */
  readonly onType?: (text: string) => void
  /** Called with a text that fits. The caller empties the box. */
  readonly onSend: (text: string) => void
  readonly onCommand?: (command: Command) => void
  /** Sees a key first. Returns true if it has taken the key. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  readonly onPaste?: (event: ClipboardEvent) => void
  readonly above?: ComponentChildren
  /** Stands between the box and its buttons. */
  readonly below?: ComponentChildren
  /** Further buttons behind those for formatting. */
  readonly tools?: ComponentChildren
  /** Content at the end of the foot, the button *Send* included. */
  readonly end: (state: { readonly canSend: boolean; readonly send: () => void }) => ComponentChildren
  /** Attributes of the box, such as those of a combobox. */
  readonly attributes?: Readonly<Record<string, string | boolean | undefined>>
  /** Stands in place of the box, which keeps its text. */
  readonly preview?: ComponentChildren
}

const edits: Partial<Record<Command, (written: Written) => Edit>> = {
  bold: (written) => toggleMark(written, '**'),
  italic: (written) => toggleMark(written, '*'),
  code: toggleCode,
  link: (written) => linked(written),
}

/** A box for Markdown, with the keys and buttons that format it. */
export function Editor(props: EditorProps) {
  const { of, box, label, initial, most, entersSend, isNew, waitsFor, above, tools, preview } = props
  const [room, setRoom] = useStateOf(of, () => roomLeft(initial, most))
  const [isEmpty, setEmpty] = useStateOf(of, () => initial.trim() === '')
  const [isTall, setTall] = useStateOf(of, () => false)
  // The handlers stay the same for the box, however often the parts around it are drawn.
  const latest = useRef(props)
  latest.current = props
  const canSend = !isEmpty && (room ?? 0) >= 0 && waitsFor === undefined

  const onInput = useCallback(
    (event: InputEvent) => {
      const element = box.current!
      const edit = event.data === ' ' ? withoutSecondMark(writtenIn(element)) : undefined
      if (edit) apply(element, edit)
      growByScript(element)
      setRoom(roomLeft(element.value, latest.current.most))
      setEmpty(element.value.trim() === '')
      latest.current.onWrite(element.value)
      // A text that only was put in by the page is not trusted in this sense.
      if (event.isTrusted) latest.current.onType?.(element.value)
    },
    [box, setRoom, setEmpty],
  )
  useLayoutEffect(() => growByScript(box.current!), [box, of])

  const { send, run, onKeyDown } = useCommands(latest, () => setTall(!isTall))
  return (
    <div class={isTall ? 'editor editor-tall' : 'editor'}>
      {above}
      {preview}
      <textarea
        key={of}
        ref={box}
        class="editor-box"
        hidden={preview !== undefined}
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={1}
        spellcheck
        autocapitalize="sentences"
        enterkeyhint={entersSend ? 'send' : 'enter'}
        defaultValue={initial}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onPaste={(event) => latest.current.onPaste?.(event)}
        {...props.attributes}
      />
      {props.below}
      <div class="editor-foot" onMouseDown={keepFocus}>
        {room !== undefined && <Room room={room} />}
        {/* Tab reaches Send before the tools, although they are drawn before it. */}
        {props.end({ canSend, send })}
        <FormatTools box={box} {...{ run, isTall, isNew, tools }} />
      </div>
    </div>
  )
}

/** The commands of keys and buttons. They stay the same while the box is there. */
function useCommands(latest: { readonly current: EditorProps }, onHeight: () => void) {
  const toggleHeight = useRef(onHeight)
  toggleHeight.current = onHeight
  const send = useCallback(() => {
    const text = latest.current.box.current!.value
    const fits = (roomLeft(text, latest.current.most) ?? 0) >= 0
    if (text.trim() !== '' && fits && latest.current.waitsFor === undefined) latest.current.onSend(text)
  }, [latest])

  const run = useCallback(
    (command: Command): boolean => {
      const edit = edits[command]
      if (edit) apply(latest.current.box.current!, edit(writtenIn(latest.current.box.current!)))
      else if (command === 'send') send()
      else if (command === 'full height') toggleHeight.current()
      else if (command === 'new line') return breakLine(latest.current.box.current!)
      else latest.current.onCommand?.(command)
      return true
    },
    [latest, send],
  )
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (latest.current.onKey?.(event)) return event.stopPropagation()
      const command = commandOf(event, { entersSend: latest.current.entersSend })
      if (command === undefined || !run(command)) return
      event.preventDefault()
      // A key that acts here does not act in the page as well.
      event.stopPropagation()
    },
    [latest, run],
  )
  return { send, run, onKeyDown }
}

function Room({ room }: { readonly room: number }) {
  return (
    <span class={room < 0 ? 'editor-room editor-room-over' : 'editor-room'} role="status">
      {room < 0 ? t('compose.too-long', { count: -room }) : t('compose.room', { count: room })}
    </span>
  )
}

/** Makes a new line, and the next item of a list. Returns false if the browser should do it. */
function breakLine(box: HTMLTextAreaElement): boolean {
  const written = writtenIn(box)
  apply(box, nextLine(written) ?? placed(written, '\n'))
  // As the browser does for a typed line: the cursor stays in sight.
  if (box.selectionEnd === box.value.length) box.scrollTop = box.scrollHeight
  return true
}

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

function growByScript(box: HTMLTextAreaElement): void {
  if (growsItself) return
  box.style.blockSize = 'auto'
  box.style.blockSize = `${box.scrollHeight}px`
}
