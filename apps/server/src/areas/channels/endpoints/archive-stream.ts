import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { handle } from '#call/call.ts'
import { changeChannel } from '../change-channel.ts'

export const archiveStreamHandler = handle(
  archiveStream,
  async ({ caller, directory, transact }, { stream_id }) => {
    await transact((tx) =>
      changeChannel(tx, directory, { caller, allowsWebPublic: false }, stream_id, { is_archived: true }),
    )
    return {}
  },
)
