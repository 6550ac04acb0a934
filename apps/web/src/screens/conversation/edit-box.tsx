import type { Message } from '@tagma/sync/messages/message.ts'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { type Saved, saveEdit, sourceOf } from '#actions/edit-message.ts'
import { errorText } from '#actions/show-error.ts'
import { Editor } from '#parts/composer/editor.tsx'
import { useAids } from '#parts/composer/use-aids.tsx'
import { useEditTyping } from '#parts/composer/use-typing.ts'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { spanOf } from './message-rights.ts'
import { useEditPlace } from './use-edit-place.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/** Texts of edits whose box went while they were written, by message: with another conversation, or a column without room. */
const left = new Map<number, string>()

interface EditBoxProps {
  readonly message: Message
  readonly onEnd: () => void
}

/** Edits a message in its place. Where somebody else edited it meanwhile, both texts are shown and none is lost. */
export function EditBox({ message, onEnd }: EditBoxProps) {
  const app = useApp()
  const [before, setBefore] = useState<string>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    sourceOf(app, message.id).then(setBefore, (error: unknown) => setFailure(errorText(error)))
  }, [app, message.id])
  if (before === undefined) {
    return (
      <p class="edit-box" role="status">
        {failure ?? t('shell.loading')}
      </p>
    )
  }
  return <OpenBox message={message} before={before} onEnd={onEnd} />
}

function OpenBox({ message, before, onEnd: onClose }: EditBoxProps & { readonly before: string }) {
  const app = useApp()
  const initial = useRef(left.get(message.id) ?? before).current
  const onEnd = () => {
    left.delete(message.id)
    onClose()
  }
  const box = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const typing = useEditTyping(message)
  const place = useEditPlace(message, box)
  const aids = useAids(box, { to: place.within, place, area, drop: 'area' })
  const { save, conflict, failure, forget } = useSaving(message, { before, onEnd })
  const secondsLeft = useSecondsLeft(message)
  const late = secondsLeft !== undefined && secondsLeft <= 0 ? tooLate(app) : undefined
  useEffect(() => {
    const element = box.current!
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
    // A cursor that a script moves may be out of sight.
    element.scrollTop = element.scrollHeight
  }, [])
  return (
    <div
      ref={area}
      class={aids.isOver ? 'edit-box composer-drop' : 'edit-box'}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onEnd()
      }}
    >
      {conflict !== undefined && (
        <div class="edit-conflict" role="alert">
          <p>{t('message.edited-meanwhile')}</p>
          <pre dir="auto">{conflict}</pre>
        </div>
      )}
      <Editor
        {...aids.editor}
        box={box}
        label={t('message.edit-box')}
        initial={initial}
        waitsFor={late ?? aids.editor.waitsFor}
        above={aids.above}
        onWrite={(text) => {
          left.set(message.id, text)
          forget()
        }}
        onType={(text) => typing.type(text)}
        onKey={aids.onKey}
        onSend={(text) => void save(text)}
        onCommand={(command) => (command === 'leave' ? onEnd() : aids.onCommand(command))}
        end={({ canSend, send }) => (
          <span class="editor-end">
            <button type="button" class="button button-main" disabled={!canSend} onClick={send}>
              {t(conflict === undefined ? 'message.save' : 'message.save-mine')}
            </button>
            <button type="button" class="button" onClick={onEnd}>
              {t('dialog.cancel')}
            </button>
          </span>
        )}
      />
      {aids.over}
      {secondsLeft !== undefined && late === undefined && <p class="edit-left">{leftText(secondsLeft)}</p>}
      <Problem text={late ?? failure} box={box} />
    </div>
  )
}

/** Saves what is written, and keeps why that did not work. */
function useSaving(
  message: Message,
  { before, onEnd }: { readonly before: string; readonly onEnd: () => void },
) {
  const app = useApp()
  const [base, setBase] = useState(before)
  const [conflict, setConflict] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const latest = useRef(base)
  latest.current = base
  /** The text that is on its way. Its event may come before the answer. */
  const own = useRef<string>(undefined)
  const seen = useRef(message.content)
  useEffect(() => {
    if (message.content === seen.current) return
    seen.current = message.content
    // The writer learns of another text before saving. A picture that is ready changes a message, too, but not its text.
    sourceOf(app, message.id).then(
      (theirs) => {
        if (theirs === latest.current || theirs === own.current) return
        setConflict(theirs)
        setBase(theirs)
      },
      // Saving will tell.
      () => undefined,
    )
  }, [app, message])
  const save = async (after: string) => {
    if (after === base) return onEnd()
    own.current = after
    try {
      const saved: Saved = await saveEdit(app, message.id, { before: base, after })
      if (saved.kind === 'saved') return onEnd()
      // Saving again is now a decision with both texts before one's eyes.
      setConflict(saved.theirs)
      setBase(saved.theirs)
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return { save, conflict, failure, forget: () => setFailure(undefined) }
}

interface ProblemProps {
  readonly text: string | undefined
  readonly box: RefObject<HTMLTextAreaElement | null>
}

/** Says why a text is not saved, and lets nobody lose it. */
function Problem({ text, box }: ProblemProps) {
  const app = useApp()
  if (text === undefined) return null
  const copy = () => void copyAndTell(app, box.current!.value, t('message.text-copied'))
  return (
    <p class="form-error" role="alert">
      {text}{' '}
      <button type="button" class="button-link" onClick={copy}>
        {t('message.copy-text')}
      </button>
    </p>
  )
}

const tooLate = ({ store }: App) =>
  t('message.too-late-to-edit', {
    limit: spanOf(store.get().state?.realm_message_content_edit_limit_seconds ?? 0),
  })

const leftText = (seconds: number) =>
  t('message.edit-left', {
    time: seconds < 60 ? t('message.seconds', { count: seconds }) : spanOf(seconds),
  })
