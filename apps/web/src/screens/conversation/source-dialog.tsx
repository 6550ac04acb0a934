import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { sourceOf } from '#actions/edit-message.ts'
import { errorText } from '#actions/show-error.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface SourceDialogProps {
  readonly message: Message
  readonly onClose: () => void
}

/** Shows the Markdown of a message that one may not edit. */
export function SourceDialog({ message, onClose }: SourceDialogProps) {
  const app = useApp()
  const [source, setSource] = useState<string>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    sourceOf(app, message.id).then(setSource, (error: unknown) => setFailure(errorText(error)))
  }, [app, message.id])
  return (
    <Dialog
      title={t('acting.source')}
      onClose={onClose}
      onSubmit={() => source !== undefined && void copyAndTell(app, source, t('message.source-copied'))}
      foot={
        <button type="submit" class="button button-main" disabled={source === undefined}>
          {t('message.copy')}
        </button>
      }
    >
      {failure === undefined ? (
        <textarea
          class="field source-text"
          aria-label={t('acting.source')}
          readOnly
          autofocus
          dir="auto"
          rows={8}
          value={source ?? ''}
        />
      ) : (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
