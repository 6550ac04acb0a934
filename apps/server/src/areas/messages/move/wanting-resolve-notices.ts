import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import { settleAll } from '#model/settle-all.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import { userTopicsOf } from '#store/channels/user-topics.ts'
import type { Db } from '#store/sql/db.ts'

interface ResolvedTopic {
  readonly channelId: number
  readonly topic: string
  /** Id of the user who has resolved or reopened it. */
  readonly actorId: number
}

/**
 * Finds the subscribers who want the notice of a resolved or reopened topic as unread. The setting
 * `resolved_topic_notice_auto_read_policy` names them: either everybody, or the topic's followers, except the one who has
 * resolved or reopened it.
 */
export async function wantingResolveNotices(
  db: Db,
  directory: OrganizationDirectory,
  { actorId, channelId, topic }: ResolvedTopic,
): Promise<Set<number>> {
  const [policies, lists] = await settleAll([
    userTopicsOf(db, channelId, topic),
    subscribersOf(db, [channelId]),
  ])
  const followers = new Set(
    policies.flatMap((row) => (row.visibility_policy === visibilityPolicies.followed ? [row.user_id] : [])),
  )
  const subscribers = lists.get(channelId) ?? []
  return new Set(
    subscribers.filter((id) => {
      const user = directory.users.get(id)
      const policy = user && settingOf(user, 'resolved_topic_notice_auto_read_policy')
      return policy === 'never' || (policy === 'except_followed' && followers.has(id) && id !== actorId)
    }),
  )
}
