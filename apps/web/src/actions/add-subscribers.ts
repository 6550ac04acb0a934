import * as wire from '@tagma/contract/wire.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { showError } from './show-error.ts'

/**
 * Adds people to a channel; with `isTold` false, no message tells them of it. A refusal is told. Returns whether they were
 * added.
 */
export async function addSubscribers(
  app: App,
  channelId: number,
  userIds: readonly number[],
  { isTold = true }: { readonly isTold?: boolean } = {},
): Promise<boolean> {
  const channel = channelById(app.store.get().state, channelId)
  if (!channel) return false
  try {
    await app.client.call(wire.subscribe, {
      subscriptions: [{ name: channel.name }],
      principals: [...userIds],
      send_new_subscription_messages: isTold,
    })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
