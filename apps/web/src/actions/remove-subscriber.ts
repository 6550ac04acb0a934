import * as wire from '@tagma/contract/wire.ts'
import type { Channel } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { addSubscribers } from './add-subscribers.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Takes somebody out of a channel. It can be undone. Returns whether it happened. */
export async function removeSubscriber(
  app: App,
  channel: Channel,
  person: { readonly user_id: number; readonly full_name: string },
): Promise<boolean> {
  try {
    await app.client.call(wire.unsubscribe, {
      subscriptions: [channel.name],
      principals: [person.user_id],
    })
    showToast(app, {
      name: 'subscriber',
      kind: 'status',
      text: t('channel.removed', { person: person.full_name, channel: channel.name }),
      undo: () => void addSubscribers(app, channel.stream_id, [person.user_id]),
    })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
