import type { Answer } from '@tagma/contract/define.ts'
import type { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { Viewer } from './decide-on-screen.ts'

/** The knowledge of a client, as its registration answers it. */
export type State = Answer<typeof registerQueue>

/** The parts of a message that the decision needs, as events and answers carry them. */
export interface ArrivedMessage {
  readonly sender_id: number
  /** Missing for direct messages. */
  readonly stream_id?: number | undefined
  readonly subject: string
}

const policies: Readonly<Record<number, Viewer['topic']>> = {
  [visibilityPolicies.inherit]: 'inherit',
  [visibilityPolicies.muted]: 'muted',
  [visibilityPolicies.unmuted]: 'unmuted',
  [visibilityPolicies.followed]: 'followed',
}

/** Gathers from what a client knows the facts for `decideOnScreen`. `isSeen`: the message came into sight at once. */
export function viewerInState(
  state: State,
  message: ArrivedMessage,
  flags: readonly string[],
  isSeen: boolean,
): Viewer {
  const { stream_id: channelId, subject } = message
  const topic = subject.toLowerCase()
  const subscription = state.subscriptions?.find(({ stream_id }) => stream_id === channelId)
  const policy = state.user_topics?.find(
    ({ stream_id, topic_name }) => stream_id === channelId && topic_name.toLowerCase() === topic,
  )
  return {
    isOutside: message.sender_id === state.user_id,
    mutesSender: state.muted_users?.some(({ id }) => id === message.sender_id) ?? false,
    hasRead: flags.includes('read'),
    isSeen,
    isDirect: channelId === undefined,
    isMentioned: flags.includes('mentioned'),
    isTopicWildcardMentioned: flags.includes('topic_wildcard_mentioned'),
    isChannelWildcardMentioned: flags.includes('stream_wildcard_mentioned'),
    hasAlertWord: flags.includes('has_alert_word'),
    topic: policies[policy?.visibility_policy ?? visibilityPolicies.inherit] ?? 'inherit',
    subscription: {
      isMuted: subscription?.is_muted ?? false,
      wildcards: subscription?.wildcard_mentions_notify ?? null,
      screen: subscription?.desktop_notifications ?? null,
      sound: subscription?.audible_notifications ?? null,
    },
    settings: state.user_settings ?? quiet,
  }
}

/** The wishes of somebody whose settings are not known. */
const quiet: Viewer['settings'] = {
  wildcard_mentions_notify: false,
  enable_followed_topic_wildcard_mentions_notify: false,
  enable_desktop_notifications: false,
  enable_sounds: false,
  enable_followed_topic_desktop_notifications: false,
  enable_followed_topic_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
}
