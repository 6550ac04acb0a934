import { ApiError } from '@tagma/client/api-error.ts'
import { wire } from '@tagma/contract/wire.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showFailure } from './show-toast.ts'

/** Adds people to a channel. A refusal is told. */
export async function addSubscribers(app: App, channelId: number, userIds: readonly number[]): Promise<void> {
  const channel = channelById(app.store.get().state, channelId)
  if (!channel) return
  try {
    await app.client.call(wire.subscribe, {
      subscriptions: [{ name: channel.name }],
      principals: [...userIds],
    })
  } catch (error) {
    showFailure(app, 'subscribe', error instanceof ApiError ? error.message : t('compose.no-connection'))
  }
}
