import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Saved, saveEdit, sourceOf } from '#actions/edit-message.ts'
import { errorText } from '#actions/show-error.ts'
import { Editor } from '#parts/composer/editor.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

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

function OpenBox({ message, before, onEnd }: EditBoxProps & { readonly before: string }) {
  const app = useApp()
  const box = useRef<HTMLTextAreaElement>(null)
  const [base, setBase] = useState(before)
  const [conflict, setConflict] = useState<string>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const element = box.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const save = async (after: string) => {
    if (after === base) return onEnd()
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
  const { state } = app.store.get()
  return (
    <div
      class="edit-box"
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
        box={box}
        label={t('message.edit-box')}
        initial={before}
        most={state?.max_message_length ?? 10_000}
        entersSend={state?.user_settings?.enter_sends ?? false}
        onWrite={() => setFailure(undefined)}
        onSend={(text) => void save(text)}
        onCommand={(command) => command === 'leave' && onEnd()}
        end={({ canSend, send }) => (
          <span class="editor-end">
            <button type="button" class="button" onClick={onEnd}>
              {t('dialog.cancel')}
            </button>
            <button type="button" class="button button-main" disabled={!canSend} onClick={send}>
              {t(conflict === undefined ? 'message.save' : 'message.save-mine')}
            </button>
          </span>
        )}
      />
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
