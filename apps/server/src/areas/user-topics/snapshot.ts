import type { Snapshot } from '#call/snapshot.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { listUserTopics } from '#store/channels/user-topics.ts'
import { presentMutedTopics, presentUserTopic } from './present.ts'

/** The user topics' part of the registration response. */
export const userTopicSnapshot: Snapshot = async ({ db, directory, user, wants, options }) => {
  if (!wants('user_topic') && !wants('muted_topics')) return {}
  const rows = (await listUserTopics(db, [user.id])).map((row) => ({
    ...row,
    topic: row.topic === '' && !options.capabilities.empty_topic_name ? emptyTopicName : row.topic,
  }))
  return {
    ...(wants('user_topic') ? { user_topics: rows.map(presentUserTopic) } : {}),
    ...(wants('muted_topics') ? { muted_topics: presentMutedTopics(directory, rows) } : {}),
  }
}
