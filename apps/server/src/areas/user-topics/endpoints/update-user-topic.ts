import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { accessChannel } from '#areas/channels/require-channel.ts'
import { handle } from '#call/call.ts'
import { setVisibility } from '../set-visibility.ts'

export const updateUserTopicHandler = handle(
  updateUserTopic,
  async ({ caller, directory, transact }, { stream_id, topic, visibility_policy }) => {
    await transact(async (tx) => {
      const { channel } = await accessChannel(tx.db, directory, caller, stream_id)
      await setVisibility(tx, directory, caller, channel, topic, visibility_policy)
    })
    return {}
  },
)
