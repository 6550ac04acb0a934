import * as wire from '@tagma/contract/wire.ts'
import { showError } from '#actions/show-error.ts'
import { afterPaint } from '#parts/after-paint.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { lazy } from '#parts/lazy.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useApp } from '#state/use-app.ts'
import { learn, t } from '#words/words.ts'
import type { Asked } from './asked.ts'
import { ForwardDialog } from './forward-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import type { Actor } from './message-rights.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ReactionsDialog } from './reactions-dialog.tsx'
import { ReadersDialog } from './readers-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { messagesAmong } from './use-selection.ts'

const WhyToldDialog = lazy(async () => {
  await learn('settings', 'told')
  return (await import('./why-told-dialog.tsx')).WhyToldDialog
})

interface MessageDialogProps {
  readonly asked: Asked
  readonly reader: Reader
  readonly actorOf: (channelId: number | undefined) => Actor
  readonly onClose: () => void
  /** Called when messages go, to move the focus to a neighbour. */
  readonly onDelete: (ids: readonly number[]) => void
  /** Called when messages were moved or deleted. */
  readonly onDone: () => void
}

/** The dialog that was asked for. */
export function MessageDialog({ asked, reader, actorOf, onClose, onDelete, onDone }: MessageDialogProps) {
  const app = useApp()
  const { message, several } = asked
  const common = { message, onClose }
  switch (asked.kind) {
    case 'move':
    case 'split':
      return (
        <MoveDialog
          {...common}
          several={several}
          actorOf={actorOf}
          isSplit={asked.kind === 'split'}
          onDone={() => {
            onDone()
            // The message may be gone before the dialog gives the focus back to it.
            afterPaint(() => document.activeElement === document.body && onDelete(several ?? [message.id]))
          }}
        />
      )
    case 'forward':
      return (
        <ForwardDialog
          messages={several ? messagesAmong(app, several) : [message]}
          {...{ onClose, onDone }}
        />
      )
    case 'source':
      return <SourceDialog {...common} />
    case 'history':
      return <HistoryDialog {...common} reader={reader} />
    case 'readers':
      return <ReadersDialog {...common} />
    case 'reactions':
      return <ReactionsDialog {...common} place={asked.reaction ?? 0} reader={reader} />
    case 'why-told':
      return <WhyToldDialog {...common} reader={reader} />
    case 'remind':
      return <RemindDialog {...common} reader={reader} />
    case 'report':
      return <ReportDialog {...common} />
    case 'delete':
      return <DeleteQuestion ids={several ?? [message.id]} {...{ onClose, onDelete, onDone }} />
  }
}

interface DeleteProps extends Pick<MessageDialogProps, 'onClose' | 'onDelete' | 'onDone'> {
  readonly ids: readonly number[]
}

function DeleteQuestion({ ids, onClose, onDelete, onDone }: DeleteProps) {
  const app = useApp()
  const remove = async () => {
    try {
      for (const message_id of ids) await app.client.call(wire.deleteMessage, { message_id })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <Question
      title={
        ids.length === 1 ? t('acting.delete-title') : t('acting.delete-many-title', { count: ids.length })
      }
      text={t(ids.length === 1 ? 'acting.delete-text' : 'acting.delete-many-text')}
      action={t('message.delete')}
      dangerous
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onDelete(ids)
        onDone()
        void remove()
      }}
    />
  )
}
