import type { Selectable } from 'kysely'
import type { UserTopicsTable } from './channel-tables.ts'
import { topicKey } from './conversations.ts'
import type { Db } from './db.ts'
import type { Tx } from './transactions.ts'

export type UserTopicRow = Selectable<UserTopicsTable>

/** What a user said about topics, by channel and topic. */
export function listUserTopics(db: Db, userId: number): Promise<UserTopicRow[]> {
  return db
    .selectFrom('user_topics')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('channel_id')
    .orderBy('topic_key')
    .execute()
}

/** What a user said about one topic; topics compare without case. */
export function findUserTopic(
  db: Db,
  userId: number,
  channelId: number,
  topic: string,
): Promise<UserTopicRow | undefined> {
  return db
    .selectFrom('user_topics')
    .selectAll()
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('topic_key', '=', topicKey(topic))
    .executeTakeFirst()
}

/** What everybody said about one topic. */
export function userTopicsOf(db: Db, channelId: number, topic: string): Promise<UserTopicRow[]> {
  return db
    .selectFrom('user_topics')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('topic_key', '=', topicKey(topic))
    .execute()
}

/** Sets what a user says about a topic; policy 0 forgets it. */
export async function setUserTopic(
  tx: Tx,
  userTopic: Pick<UserTopicRow, 'user_id' | 'channel_id' | 'topic' | 'visibility_policy'>,
): Promise<void> {
  const key = topicKey(userTopic.topic)
  if (userTopic.visibility_policy === 0) {
    await tx.db
      .deleteFrom('user_topics')
      .where('user_id', '=', userTopic.user_id)
      .where('channel_id', '=', userTopic.channel_id)
      .where('topic_key', '=', key)
      .execute()
    return
  }
  await tx.db
    .insertInto('user_topics')
    .values({ ...userTopic, topic_key: key, updated_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'channel_id', 'topic_key']).doUpdateSet({
        topic: userTopic.topic,
        visibility_policy: userTopic.visibility_policy,
        updated_at: tx.now,
      }),
    )
    .execute()
}
