import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { State } from './viewer-in-state.ts'
import { type Explanation, type Way, whyTold } from './why-told.ts'

/** Kinds of messages that one can imagine. All but direct ones are in a channel. */
export const imaginedKinds = [
  'direct',
  'mentioned',
  'followed',
  'everybody',
  'alert-word',
  'muted',
  'ordinary',
] as const
export type ImaginedKind = (typeof imaginedKinds)[number]

const flagsOf: Readonly<Partial<Record<ImaginedKind, string>>> = {
  mentioned: 'mentioned',
  everybody: 'stream_wildcard_mentioned',
  'alert-word': 'has_alert_word',
}

const policyOf: Readonly<Partial<Record<ImaginedKind, number>>> = {
  followed: visibilityPolicies.followed,
  muted: visibilityPolicies.muted,
}

/** A topic that nobody has: names of topics have no such characters. */
const topic = '\n'

/** Explains which ways would tell of a message of a kind, by somebody who is not muted, in a channel. */
export function whyToldOf(
  state: State,
  kind: ImaginedKind,
  channelId: number | undefined,
): Readonly<Record<Way, Explanation>> {
  const flag = flagsOf[kind]
  const policy = policyOf[kind]
  const isDirect = kind === 'direct' || channelId === undefined
  const imagined =
    policy === undefined || isDirect
      ? []
      : [{ stream_id: channelId, topic_name: topic, last_updated: 0, visibility_policy: policy }]
  return whyTold(
    { ...state, user_topics: imagined },
    isDirect
      ? { sender_id: nobody, subject: '' }
      : { sender_id: nobody, stream_id: channelId, subject: topic },
    flag === undefined ? [] : [flag],
  )
}

/** No user has this id. */
const nobody = -1
