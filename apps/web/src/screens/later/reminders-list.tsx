import type { Message } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import { useEffect, useState } from 'preact/hooks'
import { deleteReminder } from '#actions/change-scheduled.ts'
import { loadSingle } from '#actions/load-single.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { addressOfMessage } from '#state/addresses.ts'
import { destinationOf } from '#state/destination-of.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { LaterRow } from './later-row.tsx'

const none: NonNullable<State['reminders']> = []

/** Reminders of messages, the next one first. */
export function RemindersList() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const reminders = useKnown((known) => known.state?.reminders) ?? none
  const { messageOf, isGone } = useTargets(reminders)
  const { near } = useTimes()
  const now = app.clock.now() / 1000
  const inOrder = reminders.toSorted(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  return (
    <>
      {reminders.length === 0 && <p class="later-note">{t('later.no-reminders')}</p>}
      <ul>
        {inOrder.map((reminder) => {
          const { reminder_id: id, reminder_target_message_id: target } = reminder
          const message = messageOf(target)
          return (
            <LaterRow
              key={id}
              title={
                message
                  ? destinationTitle(state, destinationOf(message, state?.user_id ?? -1))
                  : t('later.reminded-message')
              }
              address={message && addressOfMessage(state, message)}
              text={reminder.content}
              time={near(reminder.scheduled_delivery_timestamp, now)}
              problem={problemOf(reminder.failed, isGone(target))}
            >
              <button type="button" class="button-link" onClick={() => void deleteReminder(app, id)}>
                {t('later.delete')}
              </button>
            </LaterRow>
          )
        })}
      </ul>
    </>
  )
}

function problemOf(hasFailed: boolean, isGone: boolean): string | undefined {
  if (hasFailed) return t('later.reminder-failed')
  return isGone ? t('later.reminder-gone') : undefined
}

interface Targets {
  readonly messageOf: (id: number) => Message | undefined
  /** Whether the server was asked for a message and has none: it was deleted, or the reader may not see it any more. */
  readonly isGone: (id: number) => boolean
}

/** Loads the messages of reminders. A message tells which conversation it is in now. */
function useTargets(reminders: NonNullable<State['reminders']>): Targets {
  const app = useApp()
  const { byId } = useKnown((known) => known.messages)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const ids = new Set(reminders.map(({ reminder_target_message_id: id }) => id))
    const unknown = [...ids].filter((id) => !app.store.get().messages.byId.has(id) && !asked.has(id))
    if (!isLive || unknown.length === 0) return
    loadSingle(app, unknown).then(
      () => setAsked(new Set([...asked, ...unknown])),
      // Without an answer, the rows are not links until the connection is back.
      () => undefined,
    )
  }, [app, reminders, isLive, asked])
  return { messageOf: (id) => byId.get(id), isGone: (id) => asked.has(id) && !byId.has(id) }
}
