import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { settleAll } from '#model/settle-all.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

const mutedChannels = prepared((db, p: { user: number }) =>
  db
    .selectFrom('subscriptions')
    .select('channel_id')
    .where('user_id', '=', p.user)
    .where('is_active', '=', 1)
    .where('is_muted', '=', 1),
)
const decidedTopics = prepared((db, p: { user: number }) =>
  db
    .selectFrom('user_topics')
    .select(['channel_id', 'topic_key', 'visibility_policy'])
    .where('user_id', '=', p.user),
)

/**
 * Tells whether a user has muted a topic, by itself or with its channel. Direct messages (channel 0) are never muted.
 */
export type Mutes = (channelId: number, topic: string) => boolean

/** Loads a user's mutes. */
export async function loadMutes(db: Db, userId: number): Promise<Mutes> {
  const [muted, decided] = await settleAll([
    mutedChannels.all(db, { user: userId }),
    decidedTopics.all(db, { user: userId }),
  ])
  const channels = new Set(muted.map((row) => row.channel_id))
  const topics = new Map(
    decided.map((row) => [
      `${row.channel_id} ${row.topic_key}`,
      row.visibility_policy === visibilityPolicies.muted,
    ]),
  )
  return (channelId, topic) =>
    (topics.size === 0 ? undefined : topics.get(`${channelId} ${topicKey(topic)}`)) ?? channels.has(channelId)
}
