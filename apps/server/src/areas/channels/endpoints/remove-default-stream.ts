import { removeDefaultStream } from '@tagma/contract/endpoints/channels/remove-default-stream.ts'
import { handle } from '#call/call.ts'
import { changeChannel } from '../change-channel.ts'

export const removeDefaultStreamHandler = handle(
  removeDefaultStream,
  async ({ caller, directory, transact }, { stream_id }) => {
    await transact((tx) =>
      changeChannel(tx, directory, { caller, allowsWebPublic: false }, stream_id, {
        is_default_stream: false,
      }),
    )
    return {}
  },
)
