import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { handle } from '#call/call.ts'
import { changeChannel } from '../change-channel.ts'

export const addDefaultStreamHandler = handle(
  addDefaultStream,
  async ({ caller, directory, transact }, { stream_id }) => {
    await transact((tx) =>
      changeChannel(tx, directory, { caller, allowsWebPublic: false }, stream_id, {
        is_default_stream: true,
      }),
    )
    return {}
  },
)
