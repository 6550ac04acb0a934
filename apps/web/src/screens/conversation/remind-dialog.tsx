import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { laterTimes, type LaterTime } from '#parts/composer/later-times.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useTimeZone } from '#parts/messages/use-times.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { TimeField } from '#parts/time-field/time-field.tsx'
import { useApp } from '#state/use-app.ts'
import { fieldTime, momentOf } from '#state/zoned-time.ts'
import { t, type WordId } from '#words/words.ts'

const names: Readonly<Record<LaterTime['name'], WordId>> = {
  hour: 'message.in-an-hour',
  evening: 'message.this-evening',
  tomorrow: 'message.tomorrow',
  monday: 'message.monday',
}

interface RemindDialogProps {
  readonly message: Message
  readonly reader: Reader
  readonly onClose: () => void
}

/** Asks when to be reminded of a message. */
export function RemindDialog({ message, reader, onClose }: RemindDialogProps) {
  const app = useApp()
  const zone = useTimeZone()
  const choices = laterTimes(app.clock.now(), zone).map(({ name, at }) => ({
    name,
    field: fieldTime(at, zone),
  }))
  const [time, setTime] = useState(choices[0]!.field)
  const [note, setNote] = useState('')
  const save = async () => {
    const seconds = Math.floor(momentOf(time, zone) / 1000)
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
        {choices.map(({ name, field }) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={time === field}
            onClick={() => setTime(field)}
          >
            {t(names[name])}
          </button>
        ))}
      </div>
      <TimeField label={t('acting.remind-at')} value={time} onValue={setTime} />
      <TextField
        label={t('acting.remind-note')}
        most={limits.maxReminderNoteLength}
        value={note}
        onText={setNote}
      />
    </FormDialog>
  )
}
