import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { renderDescriptions } from '#areas/messages/render-content.ts'
import { handle } from '#server/call.ts'
import { joinChannels } from '../join-channels.ts'

export const subscribeHandler = handle(subscribe, async ({ caller, directory, transact }, args) => {
  const rendered = await renderDescriptions(
    directory,
    args.subscriptions.map((entry) => entry.description ?? ''),
  )
  const { subscribed, unauthorized } = await transact((tx) =>
    joinChannels(tx, directory, caller, args, rendered),
  )
  const names = (lists: typeof subscribed.added) =>
    Object.fromEntries(
      [...lists].map(([userId, channels]) => [String(userId), channels.map((channel) => channel.name)]),
    )
  return {
    subscribed: names(subscribed.added),
    already_subscribed: names(subscribed.already),
    ...(args.authorization_errors_fatal ? {} : { unauthorized }),
  }
})
