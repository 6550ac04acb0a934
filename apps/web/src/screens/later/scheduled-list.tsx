import { limits } from '@tagma/contract/limits.ts'
import type { ScheduledMessage } from '@tagma/contract/objects/scheduled-message.ts'
import { useState } from 'preact/hooks'
import { changeScheduled, deleteScheduled } from '#actions/change-scheduled.ts'
import type { Destination } from '#outbox/destination.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { useTimes, useTimeZone } from '#parts/messages/use-times.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { TimeField } from '#parts/time-field/time-field.tsx'
import { destinationTitle } from '#state/destination-title.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { fieldTime, momentOf } from '#state/zoned-time.ts'
import { t } from '#words/words.ts'
import { LaterRow } from './later-row.tsx'

/** Messages that the server sends at their times, the next one first. */
export function ScheduledList() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const [editing, setEditing] = useState<ScheduledMessage>()
  const all = (state?.scheduled_messages ?? []).toSorted(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  const { near } = useTimes()
  const now = app.clock.now() / 1000
  return (
    <>
      {all.length === 0 && <p class="later-note">{t('later.no-scheduled')}</p>}
      <ul>
        {all.map((scheduled) => (
          <LaterRow
            key={scheduled.scheduled_message_id}
            title={destinationTitle(state, destinationOf(scheduled, state?.user_id))}
            address={undefined}
            text={scheduled.content}
            time={near(scheduled.scheduled_delivery_timestamp, now)}
            problem={scheduled.failed ? t('later.failed') : undefined}
          >
            <button type="button" class="button-link" onClick={() => setEditing(scheduled)}>
              {t(scheduled.failed ? 'later.reschedule' : 'later.edit')}
            </button>
            <button type="button" class="button-link" onClick={() => void deleteScheduled(app, scheduled)}>
              {t('later.delete')}
            </button>
          </LaterRow>
        ))}
      </ul>
      {editing && <EditScheduled scheduled={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

function destinationOf({ type, to, topic = '' }: ScheduledMessage, ownId = 0): Destination {
  const ids = Array.isArray(to) ? to : [to]
  return type === 'stream'
    ? { kind: 'topic', channelId: ids[0] ?? 0, topic }
    : { kind: 'people', userIds: ids.filter((id) => id !== ownId) }
}

interface EditScheduledProps {
  readonly scheduled: ScheduledMessage
  readonly onClose: () => void
}

function EditScheduled({ scheduled, onClose }: EditScheduledProps) {
  const app = useApp()
  const zone = useTimeZone()
  const most = useKnown(({ state }) => state?.max_message_length ?? limits.maxMessageLength)
  const { scheduled_message_id: id, scheduled_delivery_timestamp: timestamp } = scheduled
  const [content, setContent] = useState(scheduled.content)
  const [time, setTime] = useState(() => fieldTime(timestamp * 1000, zone))
  return (
    <FormDialog
      title={t('later.edit-scheduled')}
      action={t('later.save')}
      onClose={onClose}
      onSend={() => changeScheduled(app, id, { content, date: new Date(momentOf(time, zone)) })}
    >
      <TextField
        label={t('later.text')}
        rows={5}
        most={most}
        value={content}
        onText={setContent}
        isRequired
        takesFocus
      />
      <TimeField label={t('compose.when')} value={time} onValue={setTime} />
    </FormDialog>
  )
}
