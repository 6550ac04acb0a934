import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { decideNotifications, type Receiver, type Verdict } from './decide-notifications.ts'

type Change = Partial<Omit<Receiver, 'settings' | 'subscription'>> & {
  settings?: Partial<Receiver['settings']>
  subscription?: Partial<Receiver['subscription']>
}

/** A recipient who is away, rings only when away, and is not mentioned by the channel message. */
function receiver({ settings, subscription, ...rest }: Change): Receiver {
  return {
    isOutside: false,
    mutesSender: false,
    hasRead: false,
    isOnline: false,
    isDirect: false,
    isMentioned: false,
    isTopicWildcardMentioned: false,
    isChannelWildcardMentioned: false,
    hasAlertWord: false,
    topic: 'inherit',
    ...rest,
    subscription: { isMuted: false, push: null, email: null, wildcards: null, ...subscription },
    settings: { ...initialUserSettings, enable_online_push_notifications: false, ...settings },
  }
}

const none = '-not_asked_for'
const noPersonal = { enable_offline_push_notifications: false, enable_offline_email_notifications: false }
const noWildcards = { wildcard_mentions_notify: false }
const noFollowed = {
  enable_followed_topic_push_notifications: false,
  enable_followed_topic_email_notifications: false,
}
const allChannels = { enable_stream_push_notifications: true, enable_stream_email_notifications: true }
const inChannel = { isChannelWildcardMentioned: true }
const inTopic = { isTopicWildcardMentioned: true }
const followed = { topic: 'followed' } as const

test.each<[string, Change, push: string, email: string]>([
  ['an ordinary channel message', {}, none, none],
  ['an alert word', { hasAlertWord: true }, none, none],
  ['a direct message', { isDirect: true }, 'direct_message', 'direct_message'],
  ['a mention', { isMentioned: true }, 'mentioned', 'mentioned'],
  ['one’s own message', { isOutside: true, isMentioned: true }, '-not_for_them', '-not_for_them'],
  ['a muted sender', { mutesSender: true, isDirect: true }, '-sender_is_muted', '-sender_is_muted'],
  ['a message read meanwhile', { hasRead: true, isDirect: true }, '-already_read', '-already_read'],
  ['somebody online', { isOnline: true, isDirect: true }, '-online', '-online'],
  [
    'somebody online who wants to be rung even so',
    { isOnline: true, isDirect: true, settings: { enable_online_push_notifications: true } },
    'direct_message',
    '-online',
  ],
  ['a direct message without wishes', { isDirect: true, settings: noPersonal }, none, none],
  ['a mention without wishes', { isMentioned: true, settings: noPersonal }, none, none],
  ['everybody without wishes', { ...inChannel, settings: noPersonal }, none, none],
  [
    'everybody in a followed topic without personal wishes',
    { ...inChannel, ...followed, settings: noPersonal },
    'followed_topic',
    'followed_topic',
  ],
  [
    'mail only',
    { isDirect: true, settings: { enable_offline_push_notifications: false } },
    none,
    'direct_message',
  ],
  ['everybody in the channel', inChannel, 'stream_wildcard_mentioned', 'stream_wildcard_mentioned'],
  ['everybody in the topic', inTopic, 'topic_wildcard_mentioned', 'topic_wildcard_mentioned'],
  ['everybody, switched off', { ...inChannel, settings: noWildcards }, none, none],
  ['everybody, switched off here', { ...inChannel, subscription: { wildcards: false } }, none, none],
  [
    'everybody, switched on here only',
    { ...inTopic, subscription: { wildcards: true }, settings: noWildcards },
    'topic_wildcard_mentioned',
    'topic_wildcard_mentioned',
  ],
  [
    'everybody in a followed topic',
    { ...inChannel, ...followed, settings: noWildcards },
    'stream_wildcard_mentioned_in_followed_topic',
    'stream_wildcard_mentioned_in_followed_topic',
  ],
  [
    'everybody twice in a followed topic',
    { ...inTopic, ...inChannel, ...followed },
    'topic_wildcard_mentioned_in_followed_topic',
    'topic_wildcard_mentioned_in_followed_topic',
  ],
  ['a followed topic', followed, 'followed_topic', 'followed_topic'],
  ['a followed topic, switched off', { ...followed, settings: noFollowed }, none, none],
  [
    'a followed topic in a muted channel',
    { ...followed, subscription: { isMuted: true } },
    'followed_topic',
    'followed_topic',
  ],
  ['a channel that rings', { subscription: { push: true } }, 'channel', none],
  ['a channel that writes mail', { subscription: { email: true } }, none, 'channel'],
  ['all channels', { settings: allChannels }, 'channel', 'channel'],
  ['all channels but one', { subscription: { push: false }, settings: allChannels }, none, 'channel'],
  ['a muted channel that rings', { subscription: { push: true, isMuted: true } }, none, none],
  [
    'an unmuted topic in a muted channel that rings',
    { topic: 'unmuted', subscription: { push: true, isMuted: true } },
    'channel',
    none,
  ],
  [
    'a followed topic in a muted channel that rings, without wishes for followed topics',
    { topic: 'followed', subscription: { push: true, isMuted: true }, settings: noFollowed },
    none,
    none,
  ],
  ['everybody in a muted channel', { ...inChannel, subscription: { isMuted: true } }, none, none],
  [
    'everybody in a muted channel where that was asked for',
    { ...inChannel, subscription: { isMuted: true, wildcards: true } },
    'stream_wildcard_mentioned',
    'stream_wildcard_mentioned',
  ],
  [
    'everybody in a muted topic of a channel where that was asked for',
    { ...inChannel, topic: 'muted', subscription: { wildcards: true } },
    none,
    none,
  ],
  [
    'everybody in an unmuted topic of a muted channel',
    { ...inTopic, topic: 'unmuted', subscription: { isMuted: true } },
    'topic_wildcard_mentioned',
    'topic_wildcard_mentioned',
  ],
  [
    'everybody in a followed topic of a muted channel',
    { ...inTopic, ...followed, subscription: { isMuted: true } },
    'topic_wildcard_mentioned_in_followed_topic',
    'topic_wildcard_mentioned_in_followed_topic',
  ],
  [
    'everybody in a followed topic, switched off for those, on otherwise',
    { ...inChannel, ...followed, settings: { enable_followed_topic_wildcard_mentions_notify: false } },
    'stream_wildcard_mentioned',
    'stream_wildcard_mentioned',
  ],
  [
    'a followed topic by mail only',
    { ...followed, settings: { enable_followed_topic_push_notifications: false } },
    none,
    'followed_topic',
  ],
  [
    'a followed topic in a channel that should stay silent',
    { ...followed, subscription: { push: false, email: false } },
    'followed_topic',
    'followed_topic',
  ],
  [
    'a mention by a muted sender',
    { isMentioned: true, mutesSender: true },
    '-sender_is_muted',
    '-sender_is_muted',
  ],
  [
    'a channel that rings, while online',
    { isOnline: true, subscription: { push: true } },
    '-online',
    '-online',
  ],
  [
    'a channel that writes mail, without wishes for personal ones',
    { subscription: { email: true }, settings: noPersonal },
    none,
    'channel',
  ],
  ['a muted topic in a channel that rings', { topic: 'muted', subscription: { push: true } }, none, none],
  ['a mention in a muted topic', { topic: 'muted', isMentioned: true }, 'mentioned', 'mentioned'],
  [
    'a mention in a muted channel',
    { subscription: { isMuted: true }, isMentioned: true },
    'mentioned',
    'mentioned',
  ],
  ['everybody in a muted topic', { topic: 'muted', ...inChannel }, none, none],
  ['a mention beside everybody', { isMentioned: true, ...inChannel, ...followed }, 'mentioned', 'mentioned'],
])('%s', (_name, change, push, email) => {
  const verdicts = decideNotifications(receiver(change))
  const text = (verdict: Verdict) => (verdict.notify ? verdict.reason : `-${verdict.why}`)
  expect([text(verdicts.push), text(verdicts.email)]).toEqual([push, email])
})
