import { mayReadChannel } from '@tagma/rules/channels.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Spot } from '#actions/change-place.ts'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { topicProblem } from '#screens/new-conversation/topic-problem.ts'
import { type Channel, channelById, channelsById } from '#state/channels.ts'
import { topicsPolicyOf } from '#state/topics-policy.ts'
import { locale, t } from '#words/words.ts'

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

interface Targets {
  /** Channels that the reader is in. */
  readonly own: readonly Channel[]
  readonly others: readonly Channel[]
}

/**
 * Returns the channels to which the reader can try to move messages: all that they may read, and always `from`, the channel
 * of the messages. Whether they may write in a channel is said when they choose it.
 */
export function moveTargets(state: State | undefined, from: number): Targets {
  if (!state) return { own: [], others: [] }
  const organization = organizationOf(state)
  const self = personOf(state, state.user_id ?? -1)
  const subscribed = new Set(state.subscriptions?.map(({ stream_id }) => stream_id))
  const targets = [...channelsById(state).values()]
    .filter(
      (channel) =>
        channel.stream_id === from ||
        (!channel.is_archived &&
          mayReadChannel(organization, self, ruledChannel(channel), subscribed.has(channel.stream_id))),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  const isOwn = ({ stream_id }: Channel) => subscribed.has(stream_id)
  return { own: targets.filter(isOwn), others: targets.filter((channel) => !isOwn(channel)) }
}
