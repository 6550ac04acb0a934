import { limits } from '@tagma/contract/limits.ts'
import { type VisibilityPolicy, visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import { requireTopic } from '#areas/messages/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { findUserTopic } from '#store/channels/user-topics.ts'
import type { Tx } from '#store/log/tx.ts'
import { changeVisibility } from './change-visibility.ts'

/** Sets the visibility policy of a topic for a user. Setting the current policy changes nothing. */
export async function setVisibility(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
  topic: string,
  policy: VisibilityPolicy,
): Promise<void> {
  const trimmed = requireTopic(topic)
  if (codePointLength(topic.trim()) > limits.maxTopicLength)
    throw badRequest(`topic is too long (limit: ${limits.maxTopicLength} characters)`)
  const name = trimmed === emptyTopicName ? '' : trimmed
  const before =
    (await findUserTopic(tx.db, user.id, channel.id, name))?.visibility_policy ?? visibilityPolicies.inherit
  if (before === policy) return
  await changeVisibility(
    tx,
    directory,
    { channelId: channel.id, topic: name },
    new Map([[user.id, before]]),
    new Map([[user.id, policy]]),
  )
}

/** Unmutes a topic, if it is muted. */
export async function unmuteTopic(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
  topic: string,
): Promise<void> {
  const row = await findUserTopic(tx.db, user.id, channel.id, topic.trim())
  if (row?.visibility_policy === visibilityPolicies.muted)
    await setVisibility(tx, directory, user, channel, topic, visibilityPolicies.inherit)
}
