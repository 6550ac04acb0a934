import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { renderDescriptions } from '#areas/messages/render/render-content.ts'
import { handle } from '#call/call.ts'
import type { ChannelRecord } from '#model/records.ts'
import { joinChannels } from '../join-channels.ts'

export const subscribeHandler = handle(subscribe, async ({ caller, directory, services, transact }, args) => {
  const rendered = await renderDescriptions(
    directory,
    args.subscriptions.map((entry) => entry.description ?? ''),
  )
  const { allowsWebPublicChannels: allowsWebPublic } = services.config
  const { subscribed, unauthorized, messagesSent } = await transact((tx) =>
    joinChannels(tx, directory, { caller, allowsWebPublic }, args, rendered),
  )
  return {
    subscribed: channelNames(subscribed.added),
    already_subscribed: channelNames(subscribed.already),
    ...(args.authorization_errors_fatal ? {} : { unauthorized: [...unauthorized] }),
    ...(args.send_new_subscription_messages ? { new_subscription_messages_sent: messagesSent } : {}),
  }
})

/** Gives the names of channels by user id, as text. */
export function channelNames(
  lists: ReadonlyMap<number, readonly ChannelRecord[]> = new Map(),
): Record<string, string[]> {
  return Object.fromEntries(
    [...lists].map(([userId, channels]) => [String(userId), channels.map((channel) => channel.name)]),
  )
}
