import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { t } from '#words/words.ts'

interface FormDialogProps {
  readonly title: string
  /** The words on the button that sends the form. */
  readonly action: string
  readonly isDisabled?: boolean
  readonly children: ComponentChildren
  readonly onClose: () => void
  /** Sends the form. If it rejects, the dialog stays and says why; else it closes. */
  readonly onSend: () => Promise<void>
  /** Returns what can be done in place of what was refused, if there is something. */
  readonly remedyFor?: (error: unknown) => Remedy | undefined
}

interface Remedy {
  /** The words on its button. */
  readonly label: string
  readonly send: () => Promise<void>
}

/** A dialog with a form that is sent to the server. */
export function FormDialog({
  title,
  action,
  isDisabled = false,
  children,
  onClose,
  onSend,
  remedyFor,
}: FormDialogProps) {
  const [failure, setFailure] = useState<string>()
  const [remedy, setRemedy] = useState<Remedy>()
  const [isSending, setSending] = useState(false)
  const send = async (act = onSend) => {
    if (isDisabled || isSending) return
    setSending(true)
    setFailure(undefined)
    setRemedy(undefined)
    try {
      await act()
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setRemedy(remedyFor?.(error))
      setSending(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void send()}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-main" disabled={isDisabled || isSending}>
            {action}
          </button>
        </>
      }
    >
      <div class="form">
        {children}
        {failure !== undefined && (
          <p class="form-error" role="alert">
            {failure}{' '}
            {remedy && (
              <button type="button" class="button-link" onClick={() => void send(remedy.send)}>
                {remedy.label}
              </button>
            )}
          </p>
        )}
      </div>
    </Dialog>
  )
}
