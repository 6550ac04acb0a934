import { decode } from '@tagma/contract/decode.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateSubscriptions } from '@tagma/contract/endpoints/channels/update-subscriptions.ts'
import { renderDescriptions } from '#areas/messages/render/render-content.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { changeSubscriptions } from '../change-subscriptions.ts'
import { joinChannels } from '../join-channels.ts'
import { leaveChannels } from '../leave-channels.ts'
import { channelNames } from './subscribe.ts'

export const updateSubscriptionsHandler = handle(
  updateSubscriptions,
  async ({ caller, directory, services, transact }, { add, delete: leave }) => {
    if (add.length === 0 && leave.length === 0)
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
    const rendered = await renderDescriptions(
      directory,
      add.map(({ description }) => description ?? ''),
    )
    // Parameters that this call lacks get the default values of POST.
    const decoded = decode(subscribe, { path: {}, form: { subscriptions: JSON.stringify(add) } })
    const { allowsWebPublicChannels: allowsWebPublic } = services.config
    return transact(async (tx) => {
      const joined =
        add.length > 0 && decoded.ok
          ? await joinChannels(tx, directory, { caller, allowsWebPublic }, decoded.args, rendered)
          : undefined
      const left = leave.length > 0 ? await leaveChannels(tx, directory, caller, leave, []) : undefined
      const channels = joined?.subscribed.added.get(caller.id) ?? []
      const colors = add.flatMap(({ name, color }) => {
        const channel = channels.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
        return channel && color !== undefined
          ? [{ stream_id: channel.id, property: 'color' as const, value: color }]
          : []
      })
      if (colors.length > 0) await changeSubscriptions(tx, caller, colors)
      return {
        subscribed: channelNames(joined?.subscribed.added),
        already_subscribed: channelNames(joined?.subscribed.already),
        removed: left?.removed ?? [],
        not_removed: left?.not_removed ?? [],
        new_subscription_messages_sent: false,
      }
    })
  },
)
