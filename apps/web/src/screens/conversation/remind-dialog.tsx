import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import type { Reader } from '#parts/messages/reader.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { FormDialog } from './form-dialog.tsx'
import { localField, presets } from './remind-times.ts'

interface RemindDialogProps {
  readonly message: Message
  readonly reader: Reader
  readonly onClose: () => void
}

/** Asks when to be reminded of a message. */
export function RemindDialog({ message, reader, onClose }: RemindDialogProps) {
  const app = useApp()
  const now = new Date(app.clock.now())
  const choices = presets(now)
  const [time, setTime] = useState(localField(choices[0]!.at))
  const [note, setNote] = useState('')
  const save = async () => {
    const seconds = Math.floor(new Date(time).getTime() / 1000)
    const { reminder_id } = await app.client.call(wire.createMessageReminder, {
      message_id: message.id,
      scheduled_delivery_timestamp: seconds,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })
    showToast(app, {
      name: 'remind',
      kind: 'status',
      text: t('acting.will-remind', { time: reader.times.moment(seconds) }),
      undo: () =>
        void app.client
          .call(wire.deleteReminder, { reminder_id })
          .catch((error: unknown) => showError(app, error)),
    })
  }
  return (
    <FormDialog title={t('message.remind')} action={t('message.remind')} onClose={onClose} onSend={save}>
      <div class="form-presets">
        {choices.map(({ name, at }) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={time === localField(at)}
            onClick={() => setTime(localField(at))}
          >
            {t(`message.${name}`)}
          </button>
        ))}
      </div>
      <label class="form-field">
        <span>{t('acting.remind-at')}</span>
        <input
          class="field"
          type="datetime-local"
          required
          min={localField(now)}
          value={time}
          onInput={(event) => setTime(event.currentTarget.value)}
        />
      </label>
      <TextField
        label={t('acting.remind-note')}
        most={limits.maxReminderNoteLength}
        value={note}
        onText={setNote}
      />
    </FormDialog>
  )
}
