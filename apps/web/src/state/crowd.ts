import { limits } from '@tagma/contract/limits.ts'
import { mayMentionEverybody } from '@tagma/rules/messages.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { t } from '#words/words.ts'
import { channelById } from './channels.ts'
import { sendersIn } from './senders-in.ts'
import { whoMay } from './who-may.ts'

/** Numbers of people that a mention of everybody in a conversation reaches. */
export interface Crowd {
  readonly channel: number
  /** People who wrote in the topic. It may be too low, because only messages on this device are counted. */
  readonly topic: number
}

/** The crowd of a direct conversation, where everybody gets each message anyway. */
export const noCrowd: Crowd = { channel: 0, topic: 0 }

/** Counts the people of a conversation. */
export function crowdOf(state: State, messages: Messages, to: Destination): Crowd {
  if (to.kind === 'people') return noCrowd
  return {
    channel: channelById(state, to.channelId)?.subscriber_count ?? 0,
    topic: new Set(sendersIn(messages, to, state.user_id ?? -1)).size,
  }
}

/** Returns why the writer may not mention so many people at once, or undefined. The server decides by the same rule. */
export function crowdProblem(state: State, people: number): string | undefined {
  if (mayMentionEverybody(organizationOf(state), personOf(state, state.user_id ?? 0), people))
    return undefined
  const setting = state.realm_can_mention_many_users_group
  const who = setting === undefined ? undefined : whoMay(state, setting)
  const most = limits.wildcardMentionThreshold
  return who === undefined ? t('checks.nobody-may', { most }) : t('checks.only-may', { who, most })
}
