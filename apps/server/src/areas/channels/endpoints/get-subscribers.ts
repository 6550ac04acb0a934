import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { handle } from '#call/call.ts'
import { listSubscribers } from '../list-subscribers.ts'
import { accessChannel } from '../require-channel.ts'

export const getSubscribersHandler = handle(
  getSubscribers,
  async ({ caller, db, directory }, { stream_id }) => {
    const { channel } = await accessChannel(db, directory, caller, stream_id)
    const lists = await listSubscribers(db, directory, [channel.id])
    return { subscribers: [...(lists.get(channel.id) ?? [])] }
  },
)
