import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { topicStandings } from '#store/channels/user-topics.ts'
import type { Tx } from '#store/log/transactions.ts'
import { changeVisibility, type TopicPlace } from './change-visibility.ts'

/** What somebody does in a topic. Each act is also the ones before it, as the settings number them. */
export const topicActs = { takesPart: 1, sends: 2, starts: 3 } as const
export type TopicAct = (typeof topicActs)[keyof typeof topicActs]

/** What a topic becomes by itself. */
export type AutomaticPolicy = 2 | 3

/**
 * What a topic becomes for a user by what they do; undefined where it stays. It only ever becomes more visible.
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
 * Lets a topic be followed or unmuted as the settings of those concerned say: of the one who acts, and of those whom
 * the act mentions by name (`automatically_follow_topics_where_mentioned`, feature level 235). Concerns subscribed
 * people only. Returns what it became for the one who acts, if it changed.
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
  for (const standing of await topicStandings(tx.db, place.channelId, place.topic, [...ids])) {
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
