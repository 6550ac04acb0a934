import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { t } from '#words/words.ts'
import { useCanSave } from './setting-control.tsx'

interface OwnFormProps {
  readonly title: string
  /** The words on the button. */
  readonly action: string
  readonly isReady: boolean
  /** Told after it was carried out. */
  readonly done?: string | undefined
  readonly children: ComponentChildren
  /** Sends the form. If it rejects, what was typed stays, and the reason is shown. */
  readonly onSend: () => Promise<void>
  /** Leaves the form without sending it. */
  readonly onCancel?: () => void
}

/** A form in the settings that is sent by a button, because half of it would be wrong. */
export function OwnForm({ title, action, isReady, done, children, onSend, onCancel }: OwnFormProps) {
  const canSave = useCanSave()
  const isKept = useIsKept()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (!isReady || isBusy || isKept) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onSend()
    } catch (error) {
      setFailure(errorText(error))
    }
    setBusy(false)
  }
  return (
    <form
      class="setting-group own-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>{title}</h2>
      {children}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      <p class="own-form-foot">
        <button type="submit" class="button" disabled={!isReady || isBusy || isKept || !canSave}>
          {action}
        </button>
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            {t('dialog.cancel')}
          </button>
        )}
        <span role="status">{failure === undefined && done}</span>
      </p>
      {!canSave && <span class="hidden-visually">{t('settings.offline')}</span>}
    </form>
  )
}
