import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { presentChannels } from '../list-channels.ts'
import { accessChannel } from '../require-channel.ts'

export const getStreamByIdHandler = handle(
  getStreamById,
  async ({ caller, db, directory, now }, { stream_id }) => {
    const { channel } = await accessChannel(db, directory, caller, stream_id)
    const stream = (await presentChannels(db, directory, [channel], now)).get(channel.id)
    if (!stream) throw badRequest('Invalid channel ID')
    return { stream }
  },
)
