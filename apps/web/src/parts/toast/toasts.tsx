import { X } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { keyOf } from '#keys/key-map.ts'
import { useOffer } from '#keys/use-offer.ts'
import { Icon } from '#parts/icon.tsx'
import { lastUndo, withoutToast, type Toast } from '#state/toasts.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The time that a line stays, in milliseconds. It waits while one points at it or has the focus in it. */
const patience = 8000

/**
 * Shows the lines that tell what happened. Ctrl+Z outside of text takes the last thing back, and so it does in a box that
 * is empty, unless somebody has written since: then it brings back the text.
 */
export function Toasts() {
  const toasts = useKnown((known) => known.toasts)
  const { placesWidth, listWidth } = useKnown(({ device }) => device)
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
    let writtenAfter: Toast | undefined
    const onInput = () => (writtenAfter = lastUndo(store.get().toasts))
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event).toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      const toast = lastUndo(store.get().toasts)
      if (!toast || isText(event.target) || (isField(event.target) && toast === writtenAfter)) return
      event.preventDefault()
      toast.undo?.()
      end(toast)
    }
    addEventListener('input', onInput)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('input', onInput)
      removeEventListener('keydown', onKey)
    }
  }, [store])
  const lines = (kind: Toast['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <Line key={toast.name} toast={toast} onEnd={() => end(toast)} />)
  // Both regions are there from the start: what is put into a new one may not be spoken.
  return (
    <div class="toasts" style={{ '--places-width': `${placesWidth}rem`, '--list-width': `${listWidth}rem` }}>
      <div role="status">{lines('status')}</div>
      <div role="alert">{lines('alert')}</div>
    </div>
  )
}

function Line({ toast, onEnd }: { readonly toast: Toast; readonly onEnd: () => void }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onEnd, toast.seconds === undefined ? patience : toast.seconds * 1000)
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

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Whether a text stands there, so that Ctrl+Z belongs to the text. */
const isText = (target: EventTarget | null): boolean =>
  isField(target) ? target.value !== '' : target instanceof HTMLElement && target.isContentEditable
