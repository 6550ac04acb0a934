import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import type { ArrivedMessage, State } from './viewer-in-state.ts'
import { type Explanation, type Way, whyTold } from './why-told.ts'

const iris = 8
const otto = 10
const welcomeBot = 3

interface Situation {
  readonly message?: Partial<ArrivedMessage>
  readonly flags?: readonly string[]
  readonly settings?: Partial<typeof initialUserSettings>
  readonly subscription?: Readonly<Record<string, boolean | null>>
  /** Visibility policy of the topic. */
  readonly policy?: number
}

/** Explains a message of Otto to Iris, in a channel that she subscribes to. */
function explain({ message, flags = [], settings, subscription, policy }: Situation) {
  const state = {
    user_id: iris,
    muted_users: [{ id: 11, timestamp: 1 }],
    cross_realm_bots: [{ user_id: welcomeBot, email: 'welcome-bot@localhost' }],
    subscriptions: [
      {
        stream_id: 5,
        is_muted: false,
        wildcard_mentions_notify: null,
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: null,
        email_notifications: null,
        ...subscription,
      },
    ],
    user_topics:
      policy === undefined
        ? []
        : [{ stream_id: 5, topic_name: 'print', last_updated: 1, visibility_policy: policy }],
    user_settings: { ...initialUserSettings, ...settings },
  } as unknown as State
  return whyTold(state, { sender_id: otto, stream_id: 5, subject: 'print', ...message }, flags)
}

const text = (explained: Explanation) =>
  !explained.isTold && explained.why !== 'switched_off'
    ? explained.why
    : `${explained.isTold ? 'told' : 'off'}: ${explained.reason} by ${Object.values(explained.by)[0]}`

const direct = { stream_id: undefined, subject: '' }

test.each<[string, Situation, Way, string]>([
  ['a direct message', { message: direct }, 'screen', 'told: direct_message by enable_desktop_notifications'],
  [
    'a direct message',
    { message: direct },
    'phone',
    'told: direct_message by enable_offline_push_notifications',
  ],
  [
    'a direct message that was read',
    { message: direct, flags: ['read'] },
    'mail',
    'told: direct_message by enable_offline_email_notifications',
  ],
  [
    'a direct message without sounds',
    { message: direct, settings: { enable_sounds: false } },
    'sound',
    'off: direct_message by enable_sounds',
  ],
  ['one’s own message', { message: { sender_id: iris } }, 'screen', 'own_message'],
  ['a muted person', { message: { ...direct, sender_id: 11 } }, 'mail', 'sender_is_muted'],
  [
    'the Welcome Bot',
    { message: { ...direct, sender_id: welcomeBot } },
    'screen',
    'told: direct_message by enable_desktop_notifications',
  ],
  ['the Welcome Bot', { message: { ...direct, sender_id: welcomeBot } }, 'mail', 'welcome_bot'],
  ['a channel without a subscription', { message: { stream_id: 6 } }, 'screen', 'not_subscribed'],
  ['an ordinary message', {}, 'screen', 'off: channel by desktop_notifications'],
  ['an ordinary message', {}, 'mail', 'off: channel by email_notifications'],
  ['an ordinary message in a muted topic', { policy: 1 }, 'screen', 'topic_is_muted'],
  [
    'an ordinary message in a muted channel',
    { subscription: { is_muted: true } },
    'phone',
    'channel_is_muted',
  ],
  [
    'a followed topic',
    { policy: 3 },
    'phone',
    'told: followed_topic by enable_followed_topic_push_notifications',
  ],
  [
    'a followed topic without mail about those',
    { policy: 3, settings: { enable_followed_topic_email_notifications: false } },
    'mail',
    'off: followed_topic by enable_followed_topic_email_notifications',
  ],
  [
    'a channel that rings',
    { subscription: { push_notifications: true } },
    'phone',
    'told: channel by push_notifications',
  ],
  [
    'all channels',
    { settings: { enable_stream_audible_notifications: true } },
    'sound',
    'told: channel by enable_stream_audible_notifications',
  ],
  [
    'a channel that stays silent against the settings',
    {
      settings: { enable_stream_audible_notifications: true },
      subscription: { audible_notifications: false },
    },
    'sound',
    'off: channel by audible_notifications',
  ],
  [
    'everybody in a channel',
    { flags: ['stream_wildcard_mentioned'] },
    'mail',
    'told: stream_wildcard_mentioned by enable_offline_email_notifications',
  ],
  [
    'everybody, switched off',
    { flags: ['stream_wildcard_mentioned'], settings: { wildcard_mentions_notify: false } },
    'mail',
    'off: stream_wildcard_mentioned by wildcard_mentions_notify',
  ],
  [
    'everybody in a followed topic, switched off for both',
    {
      flags: ['topic_wildcard_mentioned'],
      policy: 3,
      settings: {
        wildcard_mentions_notify: false,
        enable_followed_topic_wildcard_mentions_notify: false,
        enable_followed_topic_desktop_notifications: false,
      },
    },
    'screen',
    'off: topic_wildcard_mentioned_in_followed_topic by enable_followed_topic_wildcard_mentions_notify',
  ],
  [
    'everybody, switched off in the channel',
    { flags: ['stream_wildcard_mentioned'], subscription: { wildcard_mentions_notify: false } },
    'phone',
    'off: stream_wildcard_mentioned by wildcard_mentions_notify',
  ],
  [
    'an alert word',
    { flags: ['has_alert_word'] },
    'screen',
    'told: alert_word by enable_desktop_notifications',
  ],
  ['an alert word', { flags: ['has_alert_word'] }, 'phone', 'off: channel by push_notifications'],
  [
    'a mention in a muted topic',
    { flags: ['mentioned'], policy: 1 },
    'mail',
    'told: mentioned by enable_offline_email_notifications',
  ],
])('%s, %o: %s', (_name, situation, way, expected) => {
  expect(text(explain(situation)[way])).toBe(expected)
})
