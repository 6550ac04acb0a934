import { markTopicAsRead } from '@tagma/contract/endpoints/messages/mark-topic-as-read.ts'
import { handle } from '#call/call.ts'
import { foreseeTopicRead, markTopicRead } from '../flags/mark-read.ts'

export const markTopicAsReadHandler = handle(
  markTopicAsRead,
  async ({ caller, directory, transact }, { stream_id, topic_name }) => {
    await transact((tx) => markTopicRead(tx, directory, caller, stream_id, topic_name), {
      foresees: () => foreseeTopicRead(caller.id, stream_id, topic_name),
    })
    return {}
  },
)
