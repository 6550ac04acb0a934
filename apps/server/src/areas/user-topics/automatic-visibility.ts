import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { topicStandings } from '#store/channels/user-topics.ts'
import type { Tx } from '#store/log/tx.ts'
import { changeVisibility, type TopicPlace } from './change-visibility.ts'

/** Acts of a user in a topic. Each act includes the ones before it, as the settings number them. */
export const topicActs = { takesPart: 1, sends: 2, starts: 3 } as const
export type TopicAct = (typeof topicActs)[keyof typeof topicActs]

/** Policies that a topic gets automatically. */
export type AutomaticPolicy = 2 | 3

/**
 * Chooses the policy that a topic gets for a user by an act; undefined if it stays. A topic only becomes more visible.
 * Settings `automatically_follow_topics_policy` and `automatically_unmute_topics_in_muted_streams_policy`, feature
 * level 214.
 */
export function policyByAct(
  user: UserRecord,
  act: TopicAct,
  standing: { readonly isMuted: boolean; readonly policy: number },
): AutomaticPolicy | undefined {
  const { followed, unmuted } = visibilityPolicies
  if (followsBy(user, act)) return standing.policy < followed ? followed : undefined
  return unmutesBy(user, act) && standing.isMuted && standing.policy < unmuted ? unmuted : undefined
}

const followsBy = (user: UserRecord, act: TopicAct) =>
  settingOf(user, 'automatically_follow_topics_policy') <= act

const unmutesBy = (user: UserRecord, act: TopicAct) =>
  settingOf(user, 'automatically_unmute_topics_in_muted_streams_policy') <= act

/**
 * Follows or unmutes a topic according to the settings of two kinds of subscribed people: the user who acts, and the
 * people that the act mentions by name (`automatically_follow_topics_where_mentioned`, feature level 235). Returns the
 * new policy of the user who acts, if it changed.
 */
export async function applyAutomaticVisibility(
  tx: Tx,
  directory: OrganizationDirectory,
  place: TopicPlace,
  actor: UserRecord,
  act: TopicAct,
  mentionedUserIds: readonly number[] = [],
): Promise<AutomaticPolicy | undefined> {
  const followers = mentionedUserIds.filter((id) => {
    const user = directory.users.get(id)
    return user?.botType === null && settingOf(user, 'automatically_follow_topics_where_mentioned')
  })
  const acts = actor.botType === null && (followsBy(actor, act) || unmutesBy(actor, act))
  const ids = new Set(acts ? [actor.id, ...followers] : followers)
  const before = new Map<number, number>()
  const after = new Map<number, AutomaticPolicy>()
  for (const standing of await topicStandings(tx, place.channelId, place.topic, [...ids])) {
    const { userId, policy } = standing
    const { followed } = visibilityPolicies
    const wanted = followers.includes(userId)
      ? policy < followed
        ? followed
        : undefined
      : policyByAct(actor, act, standing)
    before.set(userId, policy)
    if (wanted !== undefined) after.set(userId, wanted)
  }
  await changeVisibility(tx, directory, place, before, after)
  return after.get(actor.id)
}
