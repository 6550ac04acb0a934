import { getStreamEmailAddress } from '@tagma/contract/endpoints/channels/get-stream-email-address.ts'
import { systemBotEmail, systemBots } from '#areas/users/present.ts'
import { handle } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { accessChannel } from '../access-channel.ts'
import { mayPost, mayReadChannel } from '../rules.ts'

export const getStreamEmailAddressHandler = handle(
  getStreamEmailAddress,
  async ({ caller, db, directory }, { stream_id, sender_id }) => {
    const { channel, isIn } = await accessChannel(db, directory, caller, stream_id)
    if (!mayReadChannel(directory, caller, channel, isIn)) throw badRequest('Invalid channel ID')
    const gateway = directory.userByEmail(systemBotEmail(systemBots.email.key))
    const sender = sender_id === undefined ? gateway : directory.users.get(sender_id)
    if (!sender?.isActive) throw badRequest('No such user')
    if (sender.id !== caller.id && sender.botOwnerId !== caller.id && sender.id !== gateway?.id)
      throw badRequest('Invalid sender ID: it has to be you, a bot of yours or the email gateway.')
    if (!mayPost(directory, sender.id === gateway?.id ? caller : sender, channel))
      throw badRequest(`Not authorized to send to channel '${channel.name}'`)
    // No mail comes in here, and clients offer no address where this is empty.
    return { email: '' }
  },
)
