import { visibilityPolicies, type UserTopic } from '@tagma/contract/objects/user-topic.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserTopicRow } from '#store/channels/user-topics.ts'

export const presentUserTopic = (row: UserTopicRow): UserTopic => ({
  stream_id: row.channel_id,
  topic_name: row.topic,
  last_updated: row.updated_at,
  visibility_policy: row.visibility_policy,
})

/** Lists the muted topics among a user's topics, for older clients. */
export function presentMutedTopics(
  directory: OrganizationDirectory,
  rows: readonly UserTopicRow[],
): [channel: string, topic: string, at: number][] {
  return rows.flatMap((row) => {
    const channel = directory.channels.get(row.channel_id)
    return channel && row.visibility_policy === visibilityPolicies.muted
      ? [[channel.name, row.topic, row.updated_at] as [string, string, number]]
      : []
  })
}
