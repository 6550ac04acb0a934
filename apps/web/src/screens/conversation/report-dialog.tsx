import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface ReportDialogProps {
  readonly message: Message
  readonly onClose: () => void
}

/** Reports a message to the organization's moderators. */
export function ReportDialog({ message, onClose }: ReportDialogProps) {
  const app = useApp()
  const types = app.store.get().state?.server_report_message_types ?? []
  const [type, setType] = useState(types[0]?.key ?? 'other')
  const [description, setDescription] = useState('')
  const send = async () => {
    await app.client.call(wire.reportMessage, {
      message_id: message.id,
      report_type: type,
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    })
    showToast(app, { name: 'report', kind: 'status', text: t('acting.reported') })
  }
  return (
    <FormDialog
      title={t('message.report')}
      action={t('message.report')}
      isDisabled={type === 'other' && description.trim() === ''}
      onClose={onClose}
      onSend={send}
    >
      <fieldset class="form-choices">
        <legend>{t('acting.report-why')}</legend>
        {types.map(({ key, name }) => (
          <label key={key}>
            <input type="radio" name="type" checked={type === key} onChange={() => setType(key)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={t('acting.report-description')}
        rows={3}
        most={limits.maxReportLength}
        value={description}
        onText={setDescription}
      />
    </FormDialog>
  )
}
