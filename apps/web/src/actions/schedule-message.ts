import * as wire from '@tagma/contract/wire.ts'
import type { Destination } from '#outbox/destination.ts'
import { addressOf } from '#outbox/writing.ts'
import { timesOf } from '#parts/messages/use-times.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { errorText } from './show-error.ts'
import { showFailure, showToast } from './show-toast.ts'

/** Has the server send a message at a time. Resolves with whether it will; a failure is told. */
export async function scheduleMessage(
  app: App,
  to: Destination,
  content: string,
  date: Date,
): Promise<boolean> {
  const { state } = app.store.get()
  const addressee = addressOf(to, state?.user_id)
  const timestamp = Math.floor(date.getTime() / 1000)
  try {
    const { scheduled_message_id: id } = await app.client.call(wire.createScheduledMessage, {
      ...addressee,
      content,
      scheduled_delivery_timestamp: timestamp,
      read_by_sender: true,
    })
    showToast(app, {
      name: 'scheduled',
      kind: 'status',
      text: t('compose.scheduled', { time: timesOf(state).moment(timestamp) }),
      undo: () => void takeBack(app, { id, to, content }),
    })
    return true
  } catch (error) {
    const reason = errorText(error)
    showFailure(app, 'scheduled', t('compose.not-scheduled', { reason }))
    return false
  }
}

/** Takes a scheduled message back, and puts its text into the box again. */
async function takeBack(
  app: App,
  { id, to, content }: { readonly id: number; readonly to: Destination; readonly content: string },
): Promise<void> {
  try {
    await app.client.call(wire.deleteScheduledMessage, { scheduled_message_id: id })
    app.writing.drafts.write(to, content)
  } catch (error) {
    showFailure(app, 'scheduled', errorText(error))
  }
}
