import * as wire from '@tagma/contract/wire.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { showError } from './show-error.ts'

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
    showError(app, error)
  }
}
