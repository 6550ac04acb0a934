import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { handle } from '#call/call.ts'
import { changeChannel } from '../change-channel.ts'

export const updateStreamHandler = handle(
  updateStream,
  async ({ caller, directory, services, transact }, { stream_id, ...args }) => {
    const rendered =
      args.description === undefined ? undefined : await renderDescription(directory, args.description)
    const { allowsWebPublicChannels: allowsWebPublic } = services.config
    await transact((tx) =>
      changeChannel(tx, directory, { caller, allowsWebPublic }, stream_id, args, rendered),
    )
    return {}
  },
)
