import type { ScheduledMessage } from '@tagma/contract/objects/scheduled-message.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Changes the text and the time of a scheduled message. Rejects with the server's error. */
export async function changeScheduled(
  { client }: App,
  id: number,
  { content, date }: { readonly content: string; readonly date: Date },
): Promise<void> {
  await client.call(wire.updateScheduledMessage, {
    scheduled_message_id: id,
    content,
    scheduled_delivery_timestamp: Math.floor(date.getTime() / 1000),
  })
}

/** Deletes a scheduled message. It can be brought back for a moment. */
export async function deleteScheduled(app: App, scheduled: ScheduledMessage): Promise<void> {
  const { scheduled_message_id, to, type, topic, content, scheduled_delivery_timestamp } = scheduled
  try {
    await app.client.call(wire.deleteScheduledMessage, { scheduled_message_id })
    showToast(app, {
      name: 'scheduled',
      kind: 'status',
      text: t('later.scheduled-deleted'),
      undo: () =>
        void app.client
          .call(wire.createScheduledMessage, {
            type: type === 'stream' ? 'channel' : 'direct',
            to,
            content,
            scheduled_delivery_timestamp,
            ...(topic === undefined ? {} : { topic }),
          })
          .catch((error: unknown) => showError(app, error)),
    })
  } catch (error) {
    showError(app, error)
  }
}

/** Deletes a reminder. */
export async function deleteReminder(app: App, reminderId: number): Promise<void> {
  try {
    await app.client.call(wire.deleteReminder, { reminder_id: reminderId })
  } catch (error) {
    showError(app, error)
  }
}
