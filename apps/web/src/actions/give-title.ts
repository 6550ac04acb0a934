import * as wire from '@tagma/contract/wire.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import type { App } from '#state/use-app.ts'
import { showError } from './show-error.ts'

/** Moves one message out of the topic without a name into one with a title, and goes there. */
export async function giveTitle(
  app: App,
  messageId: number,
  channelId: number,
  title: string,
): Promise<void> {
  try {
    await app.client.call(wire.updateMessage, {
      message_id: messageId,
      topic: title,
      propagate_mode: 'change_one',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    })
    const { state } = app.store.get()
    app.go(addressFor(state, viewOf({ channelId, topic: title, userIds: undefined }, state?.user_id ?? 0)))
  } catch (error) {
    showError(app, error)
  }
}
