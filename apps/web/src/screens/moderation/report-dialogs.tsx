import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { settleReport, warnPerson } from '#actions/settle-report.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { linkOf } from '#screens/conversation/quote.ts'
import { DeactivateDialog } from '#screens/people/deactivate-dialog.tsx'
import { peopleOf } from '#state/people.ts'
import type { Report } from '#state/report-of.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The question that a report waits for. */
export type Asked = 'delete' | 'warn' | 'deactivate' | 'settle'

/** Deeds about a report. They are told when the report is settled. */
export type Deed = 'delete' | 'move' | 'warn' | 'deactivate'

interface ReportDialogsProps {
  readonly asked: Asked
  readonly report: Report
  readonly deeds: ReadonlySet<Deed>
  readonly onDone: (deed: Deed) => void
  readonly onClose: () => void
}

/** The dialogs of a report: each asks one question, and keeps what was typed if the server refuses. */
export function ReportDialogs({ asked, report, deeds, onDone, onClose }: ReportDialogsProps) {
  const app = useApp()
  const sender = useKnown(({ state }) => peopleOf(state).get(report.senderId ?? -1))
  switch (asked) {
    case 'delete':
      return (
        <FormDialog
          title={t('moderation.delete-question')}
          action={t('moderation.delete')}
          onClose={onClose}
          onSend={async () => {
            await app.client.call(wire.deleteMessage, { message_id: report.messageId ?? -1 })
            onDone('delete')
          }}
        >
          <p>{t('moderation.delete-text')}</p>
        </FormDialog>
      )
    case 'deactivate':
      return sender ? (
        <DeactivateDialog
          person={sender}
          onClose={() => {
            if (peopleOf(app.store.get().state).get(sender.user_id)?.is_active === false) onDone('deactivate')
            onClose()
          }}
        />
      ) : null
    case 'warn':
      return sender ? (
        <WarnDialog report={report} name={sender.full_name} onDone={() => onDone('warn')} onClose={onClose} />
      ) : null
    case 'settle':
      return <SettleDialog report={report} deeds={deeds} onClose={onClose} />
  }
}

interface WarnDialogProps extends Pick<ReportDialogsProps, 'report' | 'onClose'> {
  readonly name: string
  readonly onDone: () => void
}

function WarnDialog({ report, name, onDone, onClose }: WarnDialogProps) {
  const app = useApp()
  const message = app.store.get().messages.byId.get(report.messageId ?? -1)
  const [text, setText] = useState(
    message ? `${t('moderation.warn-begin', { link: linkOf(app, message) })}\n\n` : '',
  )
  return (
    <FormDialog
      title={t('moderation.warn', { name })}
      action={t('moderation.warn-send')}
      isDisabled={text.trim() === ''}
      onClose={onClose}
      onSend={async () => {
        await warnPerson(app, report.senderId ?? -1, text)
        onDone()
      }}
    >
      <NoteField label={t('moderation.warn-text')} text={text} onText={setText} />
    </FormDialog>
  )
}

function SettleDialog({ report, deeds, onClose }: Pick<ReportDialogsProps, 'report' | 'deeds' | 'onClose'>) {
  const app = useApp()
  const [text, setText] = useState(() =>
    deeds.size === 0
      ? t('moderation.settle-nothing')
      : [...deeds].map((deed) => t(`moderation.did-${deed}`)).join(' '),
  )
  return (
    <FormDialog
      title={t('moderation.settle-title')}
      action={t('moderation.settle')}
      isDisabled={text.trim() === ''}
      onClose={onClose}
      onSend={() => settleReport(app, report, text)}
    >
      <NoteField label={t('moderation.settle-note')} text={text} onText={setText} />
    </FormDialog>
  )
}

interface NoteFieldProps {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
}

const NoteField = ({ label, text, onText }: NoteFieldProps) => (
  <TextField label={label} rows={4} takesFocus most={10_000} value={text} onText={onText} />
)
