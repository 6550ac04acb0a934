import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { mayAddSubscribers } from '@tagma/rules/channels.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { resolvePrincipals } from '#areas/users/require-principals.ts'
import { handle } from '#call/call.ts'
import { must } from '#model/must.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { createChannels } from '../create-channels.ts'
import { noteCreation } from '../event-notices.ts'
import { tell } from '../join-channels.ts'
import { announceChannels } from '../notices.ts'
import { planChannels } from '../plan-channels.ts'
import { findChannel } from '../require-channel.ts'
import { subscribeUsers } from '../subscribe-users.ts'

export const createChannelHandler = handle(
  createChannel,
  async ({ caller, directory, services, transact }, { name, description, subscribers, ...args }) => {
    const renderedDescription = await renderDescription(directory, description)
    const { allowsWebPublicChannels: allowsWebPublic } = services.config
    const id = await transact(async (tx) => {
      const isTaken = () =>
        new Refusal('CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, { channel_name: name })
      if (await findChannel(tx.db, directory, caller, name)) throw isTaken()
      const users =
        subscribers.length === 0 ? [] : await resolvePrincipals(tx.db, directory, caller, subscribers)
      const plan = await planChannels(tx, directory, { caller, allowsWebPublic }, args)
      if (users.some((user) => user.id !== caller.id) && !mayAddSubscribers(directory, caller, plan))
        throw badRequest('Insufficient permission')
      // A hidden channel may have this name. Only callers with the right to create the channel learn that.
      if (directory.channelByName(name)) throw isTaken()
      const created = await createChannels(tx, directory, [
        { ...plan, name, description, renderedDescription },
      ])
      const subscribed = await subscribeUsers(tx, directory, users, created)
      if (args.send_new_subscription_messages) await tell(tx, directory, caller, subscribed)
      for (const channel of created) await noteCreation(tx, directory, caller, channel)
      if (args.announce) await announceChannels(tx, directory, caller, created)
      return must(created[0], 'no channel was made of one name').id
    })
    return { id }
  },
)
