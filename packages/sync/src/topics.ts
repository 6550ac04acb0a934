import type { Payload } from '@tagma/contract/define.ts'
import type { mutedTopicsEvent, userTopicEvent } from '@tagma/contract/events/user-topic.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { State } from './state.ts'

/** Takes in the user's visibility policy for a topic. */
export function applyUserTopic(
  state: State,
  { stream_id, topic_name, last_updated, visibility_policy }: Payload<typeof userTopicEvent>,
): State {
  if (!state.user_topics) return state
  const rest = state.user_topics.filter(
    (topic) => topic.stream_id !== stream_id || topic.topic_name.toLowerCase() !== topic_name.toLowerCase(),
  )
  const user_topics =
    visibility_policy === visibilityPolicies.inherit
      ? rest
      : [...rest, { stream_id, topic_name, last_updated, visibility_policy }]
  return { ...state, user_topics }
}

export const applyMutedTopics = (state: State, { muted_topics }: Payload<typeof mutedTopicsEvent>): State =>
  state.muted_topics ? { ...state, muted_topics } : state
