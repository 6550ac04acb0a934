import { X } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { useOffer } from '#keys/use-offer.ts'
import { Icon } from '#parts/icon.tsx'
import { lastUndo, withoutToast, type Toast } from '#state/toasts.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The time that a line stays, in milliseconds. It waits while one points at it or has the focus in it. */
const patience = 8000

/** Shows the lines that tell what happened. Ctrl+Z outside of text takes the last thing back. */
export function Toasts() {
  const toasts = useKnown((known) => known.toasts)
  const { store } = useApp()
  const end = (toast: Toast) => store.set({ toasts: withoutToast(store.get().toasts, toast) })
  useOffer(() => {
    const toast = lastUndo(store.get().toasts)
    if (!toast) return []
    const undo = () => {
      toast.undo?.()
      end(toast)
    }
    return [
      { about: 'last', label: t('toast.undo-this', { text: toast.text }), keys: 'Ctrl+Z', onChoose: undo },
    ]
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isText(event.target))
        return
      const toast = lastUndo(store.get().toasts)
      if (!toast) return
      event.preventDefault()
      toast.undo?.()
      end(toast)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [store])
  const lines = (kind: Toast['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <Line key={toast.name} toast={toast} onEnd={() => end(toast)} />)
  // Both regions are there from the start: what is put into a new one may not be spoken.
  return (
    <div class="toasts">
      <div role="status">{lines('status')}</div>
      <div role="alert">{lines('alert')}</div>
    </div>
  )
}

function Line({ toast, onEnd }: { readonly toast: Toast; readonly onEnd: () => void }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onEnd, patience)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  const { undo, action } = toast
  return (
    <div
      class={toast.kind === 'alert' ? 'toast toast-alert' : 'toast'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span class="toast-text" dir="auto">
        {toast.text}
      </span>
      {action && (
        <button
          type="button"
          class="toast-action"
          onClick={() => {
            action.run()
            onEnd()
          }}
        >
          {action.label}
        </button>
      )}
      {undo && (
        <button
          type="button"
          class="toast-action"
          onClick={() => {
            undo()
            onEnd()
          }}
        >
          {t('toast.undo')}
        </button>
      )}
      <button type="button" class="toast-close" aria-label={t('dialog.close')} onClick={onEnd}>
        <Icon of={X} size={1} />
      </button>
    </div>
  )
}

/** Whether keys go into a text there, so that Ctrl+Z belongs to the text. */
function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
