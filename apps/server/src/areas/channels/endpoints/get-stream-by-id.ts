import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { handle } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { accessChannel } from '../access-channel.ts'
import { presentChannels } from '../list-channels.ts'

export const getStreamByIdHandler = handle(
  getStreamById,
  async ({ caller, db, directory, now }, { stream_id }) => {
    const { channel } = await accessChannel(db, directory, caller, stream_id)
    const stream = (await presentChannels(db, directory, [channel], now)).get(channel.id)
    if (!stream) throw badRequest('Invalid channel ID')
    return { stream }
  },
)
