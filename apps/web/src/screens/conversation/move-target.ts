import type { State } from '@tagma/sync/state.ts'
import type { Spot } from '#actions/change-place.ts'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { topicProblem } from '#screens/new-conversation/topic-problem.ts'
import { channelById } from '#state/channels.ts'
import { topicsPolicyOf } from '#state/topics-policy.ts'
import { t } from '#words/words.ts'

/** Returns why messages cannot be moved to a place, as a sentence, or undefined. `isNew`: whether the topic begins there. */
export function targetProblem(
  state: State | undefined,
  from: Spot,
  to: Spot & { readonly isNew: boolean },
): string | undefined {
  const channel = channelById(state, to.channelId)
  if (!state || !channel) return undefined
  const elsewhere = to.channelId !== from.channelId && writeProblem(state, { kind: 'topic', ...to })
  if (elsewhere) return elsewhere
  const policy = topicsPolicyOf(state, channel)
  if (policy === 'disable_empty_topic' && to.topic === '') return t('move.needs-topic')
  if (policy === 'empty_topic_only' && to.topic !== '') return t('move.without-topics')
  // Another spelling of the same topic begins none.
  const isSame = to.channelId === from.channelId && to.topic.toLowerCase() === from.topic.toLowerCase()
  return to.isNew && !isSame ? topicProblem(state, to.channelId) : undefined
}
