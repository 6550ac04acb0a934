import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { bringsKeyboard } from '#parts/dialog/brings-keyboard.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { t } from '#words/words.ts'
import { openModal } from './open-modal.ts'

interface DialogProps {
  /** The heading, and the name of the dialog. */
  readonly title: string
  readonly children: ComponentChildren
  /** The buttons at the foot. */
  readonly foot?: ComponentChildren
  /** Asked by Escape, the close button and a press beside the dialog. The caller takes the dialog away. */
  readonly onClose: () => void
  /** Takes the dialog's form as sent by Enter or its submit button. */
  readonly onSubmit?: () => void
  readonly wide?: boolean
}

/** Elements that the focus begins at, the best first. Alone, the browser would take the button that closes. */
const beginnings = [
  '[autofocus]',
  // A text that is only read: keys scroll it then.
  '.dialog-body[tabindex]',
  '.dialog-body :is(input:not([type="radio"]), input:checked, textarea, select):not(:disabled)',
]

/** Things to do in a dialog. Buttons may belong to a field. */
const controls = '.dialog-body :is(a[href], input, select, textarea):not(:disabled)'

/**
 * Asks one question over the page. It is a sheet at the foot of a narrow screen. Focus stays inside, begins at the element
 * with `autofocus`, else at the first field or the text, and returns to where it was. By touch, it begins in a field only if
 * that is all there is to do: a keyboard would cover the rest.
 */
export function Dialog({ title, children, foot, onClose, onSubmit, wide = false }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const element = dialog.current!
    const before = document.activeElement
    const shut = openModal(element)
    for (const each of beginnings) {
      const found = element.querySelector<HTMLElement>(each)
      if (found) {
        const isOneOfSeveral = element.querySelectorAll(controls).length > 1
        ;(isOneOfSeveral && bringsKeyboard(found) ? element : found).focus()
        break
      }
    }
    return () => {
      shut()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close.current()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close.current()
      }}
      // Keys that are pressed here act here, and not in the page behind.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        class="dialog-form"
        method="dialog"
        onKeyDown={submitFromText}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <header class="dialog-head">
          <h2 id={titleId} class="dialog-title">
            {title}
          </h2>
          <IconButton icon={X} label={t('dialog.close')} onClick={onClose} />
        </header>
        <div class="dialog-body" tabIndex={onSubmit ? undefined : 0}>
          {children}
        </div>
        {foot !== undefined && <footer class="dialog-foot">{foot}</footer>}
      </form>
    </dialog>
  )
}

/** Sends the form by Ctrl+Enter in a text of several lines, where Enter begins a line. */
function submitFromText(event: KeyboardEvent & { readonly currentTarget: HTMLFormElement }): void {
  const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isMeant || event.defaultPrevented || !(event.target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  // A disabled button sends nothing.
  event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.click()
}

interface QuestionProps {
  readonly title: string
  readonly text: ComponentChildren
  /** The words on the button that does it. */
  readonly action: string
  readonly dangerous?: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before something that cannot be undone. */
export function Question({ title, text, action, dangerous = false, onClose, onConfirm }: QuestionProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onConfirm}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class={dangerous ? 'button button-bad' : 'button button-main'} autofocus>
            {action}
          </button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
