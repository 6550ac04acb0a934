import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Deed } from '#outbox/deeds.ts'
import { channelById } from '#state/channels.ts'
import { topicKey } from '#state/conversations.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { keepForLater } from './keep-for-later.ts'
import { policyEvent } from './policy-event.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

export type Policy = (typeof visibilityPolicies)[keyof typeof visibilityPolicies]

export interface Topic {
  readonly channelId: number
  readonly topic: string
}

/** Returns the policy that the reader has set for a topic. */
export function topicPolicy({ store }: App, topic: Topic): Policy {
  return policyIn(store.get().state, topic)
}

/** Returns the policy of a topic in a state. */
export function policyIn(state: State | undefined, { channelId, topic }: Topic): Policy {
  const key = topicKey(channelId, topic)
  const set = state?.user_topics?.find(({ stream_id, topic_name }) => topicKey(stream_id, topic_name) === key)
  return (set?.visibility_policy ?? visibilityPolicies.inherit) as Policy
}

/** Returns the policy that makes a topic heard again: in a muted channel, it has to be unmuted by itself. */
export function heardPolicy({ store }: App, channelId: number): Policy {
  const channel = channelById(store.get().state, channelId)
  const isMuted = channel !== undefined && 'is_muted' in channel && channel.is_muted
  return isMuted ? visibilityPolicies.unmuted : visibilityPolicies.inherit
}

/** Whether a topic is muted, by itself or with its channel. */
export function isTopicMuted(app: App, topic: Topic): boolean {
  const policy = topicPolicy(app, topic)
  const { inherit, muted, unmuted } = visibilityPolicies
  return policy === muted || (policy === inherit && heardPolicy(app, topic.channelId) === unmuted)
}

const texts = {
  [visibilityPolicies.inherit]: 'conversation.now-as-channel',
  [visibilityPolicies.muted]: 'conversation.now-muted',
  [visibilityPolicies.unmuted]: 'conversation.now-unmuted',
  [visibilityPolicies.followed]: 'conversation.now-followed',
} as const

/** Follows, mutes or unmutes a topic. It is shown at once, and can be undone. */
export async function setTopicPolicy(app: App, topic: Topic, policy: Policy): Promise<void> {
  const before = topicPolicy(app, topic)
  if (before === policy) return
  show(app, topic, policy)
  const deed: Deed = { kind: 'policy', channelId: topic.channelId, topic: topic.topic, policy, before }
  app.deeds.forget([deed])
  try {
    await app.client.call(wire.updateUserTopic, {
      stream_id: topic.channelId,
      topic: topic.topic,
      visibility_policy: policy,
    })
  } catch (error) {
    if (!keepForLater(app, error, [deed])) {
      show(app, topic, before)
      showError(app, error)
      return
    }
  }
  tellPolicy(app, topic, policy, () => void setTopicPolicy(app, topic, before))
}

/** Tells how a topic is heard from now on. */
export function tellPolicy(app: App, { topic }: Topic, policy: Policy, undo: () => void): void {
  const name = topic || emptyTopicName(app.store.get().state)
  showToast(app, { name: 'topic policy', kind: 'status', text: t(texts[policy], { topic: name }), undo })
}

const show = (app: App, topic: Topic, policy: Policy) =>
  applyOwn(app, policyEvent(topic, policy, app.clock.now()))
