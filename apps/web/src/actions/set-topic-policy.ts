import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { wire } from '@tagma/contract/wire.ts'
import { topicKey } from '#state/conversations.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

type Policy = (typeof visibilityPolicies)[keyof typeof visibilityPolicies]

interface Topic {
  readonly channelId: number
  readonly topic: string
}

/** Returns the policy that the reader has set for a topic. */
export function topicPolicy(app: App, { channelId, topic }: Topic): Policy {
  const key = topicKey(channelId, topic)
  const set = app.store
    .get()
    .state?.user_topics?.find(({ stream_id, topic_name }) => topicKey(stream_id, topic_name) === key)
  return (set?.visibility_policy ?? visibilityPolicies.inherit) as Policy
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
  try {
    await app.client.call(wire.updateUserTopic, {
      stream_id: topic.channelId,
      topic: topic.topic,
      visibility_policy: policy,
    })
    showToast(app, {
      name: 'topic policy',
      kind: 'status',
      text: t(texts[policy], { topic: topic.topic }),
      undo: () => void setTopicPolicy(app, topic, before),
    })
  } catch (error) {
    show(app, topic, before)
    showError(app, error)
  }
}

const show = (app: App, { channelId, topic }: Topic, policy: Policy) =>
  applyOwn(app, {
    type: 'user_topic',
    stream_id: channelId,
    topic_name: topic,
    last_updated: Math.floor(app.clock.now() / 1000),
    visibility_policy: policy,
  })
