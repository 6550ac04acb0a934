import { mayCreateTopic } from '@tagma/rules/topics.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { channelById } from '#state/channels.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'

/** Returns why one cannot begin a topic in a channel, as a sentence, or undefined. */
export function topicProblem(state: State | undefined, channelId: number): string | undefined {
  const channel = channelById(state, channelId)
  if (!state || !channel) return undefined
  if (mayCreateTopic(organizationOf(state), personOf(state, state.user_id ?? 0), ruledChannel(channel)))
    return undefined
  const who = whoMay(state, channel.can_create_topic_group)
  return who === undefined ? t('beginning.nobody-may') : t('beginning.only-may', { who })
}
