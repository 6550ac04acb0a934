import { visibilityPolicies, type VisibilityPolicy } from '@tagma/contract/objects/user-topic.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { settleAll } from '#model/settle-all.ts'
import { userTopicsOf } from '#store/channels/user-topics.ts'
import type { Tx } from '#store/log/tx.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import { changeVisibility, type TopicPlace } from './change-visibility.ts'

/**
 * Moves users' visibility policies along with a whole topic. `isMerge` says that the new place already has messages;
 * `losers` cannot see the new place.
 */
export async function moveVisibility(
  tx: Tx,
  directory: OrganizationDirectory,
  from: TopicPlace,
  to: TopicPlace,
  { isMerge, losers }: { readonly isMerge: boolean; readonly losers: readonly number[] },
): Promise<void> {
  const [old, there] = await settleAll([policiesOf(tx, from), policiesOf(tx, to)])
  if (from.channelId === to.channelId && topicKey(from.topic) === topicKey(to.topic)) {
    await changeVisibility(tx, directory, to, old, old)
    return
  }
  const { inherit } = visibilityPolicies
  const next = new Map<number, VisibilityPolicy>()
  for (const id of isMerge ? new Set([...old.keys(), ...there.keys()]) : old.keys()) {
    const moved = old.get(id) ?? inherit
    const present = there.get(id) ?? inherit
    const policy = isMerge ? mergedPolicy(moved, present) : moved
    if (!losers.includes(id) && policy !== present) next.set(id, policy)
  }
  await changeVisibility(
    tx,
    directory,
    from,
    old,
    new Map([...old.keys()].map((id) => [id, inherit] as const)),
  )
  await changeVisibility(tx, directory, to, there, next)
}

async function policiesOf(tx: Tx, { channelId, topic }: TopicPlace): Promise<Map<number, VisibilityPolicy>> {
  const rows = await userTopicsOf(tx.db, channelId, topic)
  return new Map(rows.map((row) => [row.user_id, row.visibility_policy as VisibilityPolicy]))
}

/** Merges two policies: followed or unmuted if one was, muted only if both were. */
export function mergedPolicy(one: VisibilityPolicy, other: VisibilityPolicy): VisibilityPolicy {
  if (one === other) return one
  const most = Math.max(one, other) as VisibilityPolicy
  return most === visibilityPolicies.muted ? visibilityPolicies.inherit : most
}
