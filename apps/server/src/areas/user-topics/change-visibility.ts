import { visibilityPolicies, type VisibilityPolicy } from '@tagma/contract/objects/user-topic.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { listUserTopics, setUserTopics } from '#store/channels/user-topics.ts'
import type { Tx } from '#store/log/tx.ts'
import { presentMutedTopics } from './present.ts'

/** A topic of a channel. */
export interface TopicPlace {
  readonly channelId: number
  readonly topic: string
}

/** Sets the visibility policy of a topic for users, by id, and tells each. `before` has the policies so far. */
export async function changeVisibility(
  tx: Tx,
  directory: OrganizationDirectory,
  { channelId, topic }: TopicPlace,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, VisibilityPolicy>,
): Promise<void> {
  if (after.size === 0) return
  await setUserTopics(tx, channelId, topic, after)
  for (const [visibility_policy, group] of Map.groupBy(after, ([, policy]) => policy))
    tx.emit(
      {
        type: 'user_topic',
        stream_id: channelId,
        topic_name: topic,
        last_updated: tx.now,
        visibility_policy,
      },
      { users: group.map(([id]) => id) },
    )
  const { muted } = visibilityPolicies
  const ids = [...after].flatMap(([id, policy]) => (policy === muted || before.get(id) === muted ? [id] : []))
  if (ids.length === 0) return
  const rows = Map.groupBy(await listUserTopics(tx.db, ids), (row) => row.user_id)
  for (const id of ids)
    tx.emit(
      { type: 'muted_topics', muted_topics: presentMutedTopics(directory, rows.get(id) ?? []) },
      { users: [id] },
    )
}
