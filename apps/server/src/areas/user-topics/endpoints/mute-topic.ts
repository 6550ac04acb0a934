import { muteTopic } from '@tagma/contract/endpoints/topics/mute-topic.ts'
import { accessChannel, accessChannelByName } from '#areas/channels/require-channel.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { setVisibility, unmuteTopic } from '../set-visibility.ts'

export const muteTopicHandler = handle(
  muteTopic,
  async ({ caller, directory, transact }, { stream_id, stream, topic, op }) => {
    if ((stream_id === undefined) === (stream === undefined))
      throw badRequest("Please supply either 'stream' or 'stream_id'.")
    await transact(async (tx) => {
      const channel =
        stream_id === undefined
          ? await accessChannelByName(tx.db, directory, caller, stream ?? '')
          : (await accessChannel(tx.db, directory, caller, stream_id)).channel
      if (op === 'add') await setVisibility(tx, directory, caller, channel, topic, 1)
      else await unmuteTopic(tx, directory, caller, channel, topic)
    })
    return {}
  },
)
