import type { Payload } from '@tagma/contract/define.ts'
import type { remindersAddEvent, remindersRemoveEvent } from '@tagma/contract/events/reminders.ts'
import type {
  scheduledMessagesAddEvent,
  scheduledMessagesRemoveEvent,
  scheduledMessagesUpdateEvent,
} from '@tagma/contract/events/scheduled-messages.ts'
import type { State } from './state.ts'

type ScheduledEvent =
  | Payload<typeof scheduledMessagesAddEvent>
  | Payload<typeof scheduledMessagesUpdateEvent>
  | Payload<typeof scheduledMessagesRemoveEvent>
type ReminderEvent = Payload<typeof remindersAddEvent> | Payload<typeof remindersRemoveEvent>

/** Takes in scheduled messages that were created, changed, sent or deleted. The next one to be sent comes first. */
export function applyScheduledMessages(state: State, event: ScheduledEvent): State {
  if (!state.scheduled_messages) return state
  const fresh =
    event.op === 'add' ? event.scheduled_messages : event.op === 'update' ? [event.scheduled_message] : []
  const replaced = new Set(
    event.op === 'remove'
      ? [event.scheduled_message_id]
      : fresh.map((message) => message.scheduled_message_id),
  )
  const rest = state.scheduled_messages.filter((message) => !replaced.has(message.scheduled_message_id))
  return {
    ...state,
    scheduled_messages: [...rest, ...fresh].toSorted(
      (a, b) =>
        a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
        a.scheduled_message_id - b.scheduled_message_id,
    ),
  }
}

/** Takes in reminders that were set, sent or deleted. The next one comes first. */
export function applyReminders(state: State, event: ReminderEvent): State {
  if (!state.reminders) return state
  const reminders =
    event.op === 'add'
      ? [...state.reminders, ...event.reminders].toSorted(
          (a, b) =>
            a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id,
        )
      : state.reminders.filter((reminder) => reminder.reminder_id !== event.reminder_id)
  return { ...state, reminders }
}
