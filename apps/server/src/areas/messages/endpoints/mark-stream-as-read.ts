import { markStreamAsRead } from '@tagma/contract/endpoints/messages/mark-stream-as-read.ts'
import { handle } from '#call/call.ts'
import { foreseeChannelRead, markChannelRead } from '../flags/mark-read.ts'

export const markStreamAsReadHandler = handle(
  markStreamAsRead,
  async ({ caller, directory, transact }, { stream_id }) => {
    await transact((tx) => markChannelRead(tx, directory, caller, stream_id), {
      foresees: () => foreseeChannelRead(caller.id, stream_id),
    })
    return {}
  },
)
