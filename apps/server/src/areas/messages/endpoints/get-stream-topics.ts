import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { handle } from '#call/call.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { listTopics } from '../fetch/list-topics.ts'

export const getStreamTopicsHandler = handle(
  getStreamTopics,
  async ({ caller, db, directory }, { stream_id, allow_empty_topic_name }) => {
    const topics = await listTopics(db, directory, caller, stream_id)
    return {
      topics: topics.map(({ name, max_id }) => ({
        name: name === '' && !allow_empty_topic_name ? emptyTopicName : name,
        max_id,
      })),
    }
  },
)
