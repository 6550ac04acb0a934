import { getNewestTopics } from '@tagma/contract/endpoints/messages/get-newest-topics.ts'
import { handle } from '#call/call.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { listNewestTopics } from '../fetch/list-newest-topics.ts'

export const getNewestTopicsHandler = handle(
  getNewestTopics,
  async ({ caller, db, directory }, { allow_empty_topic_name, ...asked }) => {
    const { topics, foundOldest } = await listNewestTopics(db, directory, caller, asked)
    return {
      topics: topics.map(({ channel_id, name, max_id }) => ({
        stream_id: channel_id,
        name: name === '' && !allow_empty_topic_name ? emptyTopicName : name,
        max_id,
      })),
      found_oldest: foundOldest,
    }
  },
)
