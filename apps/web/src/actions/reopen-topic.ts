import * as wire from '@tagma/contract/wire.ts'
import { withoutResolved } from '@tagma/rules/topics.ts'
import type { TopicDestination } from '#outbox/destination.ts'
import type { App } from '#state/use-app.ts'
import { showError } from './show-error.ts'

/** Marks a resolved topic as open again. A refusal is told. */
export async function reopenTopic(app: App, { channelId, topic }: TopicDestination): Promise<void> {
  const lastId = app.store.get().topics.get(channelId)?.topics.get(topic.toLowerCase())?.lastId
  if (lastId === undefined) return
  try {
    await app.client.call(wire.updateMessage, {
      message_id: lastId,
      topic: withoutResolved(topic),
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    })
  } catch (error) {
    showError(app, error)
  }
}
