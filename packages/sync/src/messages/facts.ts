import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { type Mutes, mutesOf, policiesOf } from '../mutes.ts'
import { channelOf, subscriptionOf } from '../selectors/channels.ts'
import type { State } from '../state.ts'
import { topicKey } from './narrow.ts'

type ChannelKind = 'public' | 'web-public' | 'archived'

/** Knowledge from the registration that decides which messages fit a narrow. */
export interface Facts {
  readonly userId: number
  /** Whether the user has muted a topic, by itself or with its channel. */
  readonly isMuted: Mutes
  readonly isFollowed: (channelId: number, topic: string) => boolean
  readonly isSubscribed: (channelId: number) => boolean
  /** Whether a channel is of a kind; undefined for channels that are not known. */
  readonly isOfKind: (channelId: number, kind: ChannelKind) => boolean | undefined
}

let last: { readonly state: State; readonly facts: Facts } | undefined

/** Returns the facts of a registration. Those of the last one asked for are remembered, and looked up only if needed. */
export function factsOf(state: State): Facts {
  if (last?.state === state) return last.facts
  const facts: Facts = {
    userId: state.user_id ?? -1,
    isMuted: (channelId, topic) => mutesOf(state)(channelId, topic),
    isFollowed: (channelId, topic) =>
      policiesOf(state.user_topics).get(channelId)?.get(topicKey(topic)) === visibilityPolicies.followed,
    isSubscribed: (channelId) => subscriptionOf(state, channelId) !== undefined,
    isOfKind: (channelId, kind) => isOfKind(state, channelId, kind),
  }
  last = { state, facts }
  return facts
}

function isOfKind(state: State, channelId: number, kind: ChannelKind): boolean | undefined {
  const channel = channelOf(state, channelId)
  if (kind === 'public') return channel && !channel.invite_only
  return kind === 'web-public' ? channel?.is_web_public : channel?.is_archived
}
