import { X } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { keyOf } from '#keys/key-map.ts'
import { useOffer } from '#keys/use-offer.ts'
import { Icon } from '#parts/icon.tsx'
import { lastUndo, type Toast, withoutToast, withToast } from '#state/toasts.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The time that a line stays, in milliseconds. It waits while one points at it or has the focus in it. */
const patience = 8000
/** The time in which Ctrl+Z shows the last line again that is gone, in milliseconds. */
const memory = 300_000

/**
 * Shows the lines that tell what happened. Ctrl+Z outside of text takes the last thing back, and so it does in a box that
 * is empty, unless somebody has written since: then it brings back the text. If the line of the last thing is gone, Ctrl+Z
 * shows it again first: nobody takes back what they do not see.
 */
export function Toasts() {
  const toasts = useKnown((known) => known.toasts)
  const { placesWidth, listWidth } = useKnown(({ device }) => device)
  const { store, clock } = useApp()
  const gone = useRef<{ readonly toast: Toast; readonly until: number }>(undefined)
  const end = (toast: Toast) => {
    store.set({ toasts: withoutToast(store.get().toasts, toast) })
    // A line with a time of its own cannot be taken back after it.
    if (toast.undo && toast.seconds === undefined) gone.current = { toast, until: clock.now() + memory }
  }
  const undo = (toast: Toast) => {
    end(toast)
    gone.current = undefined
    toast.undo?.()
  }
  const last = () => {
    const { current } = gone
    return (
      lastUndo(store.get().toasts) ?? (current && current.until > clock.now() ? current.toast : undefined)
    )
  }
  useOffer(() => {
    const toast = last()
    if (!toast) return []
    const label = t('toast.undo-this', { text: toast.text })
    return [{ about: 'last', label, keys: 'Ctrl+Z', onChoose: () => undo(toast) }]
  })
  useEffect(() => {
    let writtenAfter: Toast | undefined
    const onInput = () => (writtenAfter = last())
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event).toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      const toast = last()
      if (!toast || isText(event.target) || (isField(event.target) && toast === writtenAfter)) return
      event.preventDefault()
      const { toasts: shown } = store.get()
      if (shown.includes(toast)) undo(toast)
      else store.set({ toasts: withToast(shown, toast) })
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
      .map((toast) => (
        <Line key={toast.name} toast={toast} onEnd={() => end(toast)} onUndo={() => undo(toast)} />
      ))
  // Both regions are there from the start: what is put into a new one may not be spoken.
  return (
    <div class="toasts" style={{ '--places-width': `${placesWidth}rem`, '--list-width': `${listWidth}rem` }}>
      <div role="status">{lines('status')}</div>
      <div role="alert">{lines('alert')}</div>
    </div>
  )
}

interface LineProps {
  readonly toast: Toast
  readonly onEnd: () => void
  readonly onUndo: () => void
}

function Line({ toast, onEnd, onUndo }: LineProps) {
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
        <button type="button" class="toast-action" onClick={onUndo}>
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
