import { wire } from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { showError } from '#actions/show-error.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { HistoryDialog } from './history-dialog.tsx'
import type { Actor } from './message-rights.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ReadersDialog } from './readers-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** A dialog about one message. */
export interface Asked {
  readonly kind: 'move' | 'history' | 'readers' | 'remind' | 'report' | 'delete'
  readonly message: Message
}

interface MessageDialogProps {
  readonly asked: Asked
  readonly reader: Reader
  readonly actorOf: (channelId: number | undefined) => Actor
  readonly onClose: () => void
  /** Called before a message is deleted, to move the focus to its neighbour. */
  readonly onDelete: (id: number) => void
}

/** The dialog that was asked for. */
export function MessageDialog({ asked, reader, actorOf, onClose, onDelete }: MessageDialogProps) {
  const { message } = asked
  const common = { message, onClose }
  switch (asked.kind) {
    case 'move':
      return <MoveDialog {...common} actorOf={actorOf} />
    case 'history':
      return <HistoryDialog {...common} reader={reader} />
    case 'readers':
      return <ReadersDialog {...common} />
    case 'remind':
      return <RemindDialog {...common} reader={reader} />
    case 'report':
      return <ReportDialog {...common} />
    case 'delete':
      return <DeleteQuestion {...common} onDelete={onDelete} />
  }
}

function DeleteQuestion({
  message,
  onClose,
  onDelete,
}: Pick<MessageDialogProps, 'onClose' | 'onDelete'> & { readonly message: Message }) {
  const app = useApp()
  return (
    <Question
      title={t('message.delete-title')}
      text={t('message.delete-text')}
      action={t('message.delete')}
      dangerous
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onDelete(message.id)
        app.client
          .call(wire.deleteMessage, { message_id: message.id })
          .catch((error: unknown) => showError(app, error))
      }}
    />
  )
}
