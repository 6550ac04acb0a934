import { deleteReminder } from '#actions/change-scheduled.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { LaterRow } from './later-row.tsx'

/** Reminders of messages, the next one first. */
export function RemindersList() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const reminders = state?.reminders ?? []
  const { moment } = useTimes()
  return (
    <>
      {reminders.length === 0 && <p class="later-note">{t('later.no-reminders')}</p>}
      <ul>
        {reminders.map((reminder) => (
          <LaterRow
            key={reminder.reminder_id}
            title={t('later.reminded-message')}
            address={addressFor(state, { kind: 'feed', at: { near: reminder.reminder_target_message_id } })}
            text={reminder.content}
            time={moment(reminder.scheduled_delivery_timestamp)}
            problem={reminder.failed ? t('later.reminder-failed') : undefined}
          >
            <button
              type="button"
              class="button-link"
              onClick={() => void deleteReminder(app, reminder.reminder_id)}
            >
              {t('later.delete')}
            </button>
          </LaterRow>
        ))}
      </ul>
    </>
  )
}
