import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { decideOnScreen, type ScreenVerdict, type Viewer } from './decide-on-screen.ts'

type Change = Partial<Omit<Viewer, 'settings' | 'subscription'>> & {
  settings?: Partial<Viewer['settings']>
  subscription?: Partial<Viewer['subscription']>
}

/** Somebody with the settings of newcomers, at a window without the focus; the channel message mentions nobody. */
const viewer = ({ settings, subscription, ...rest }: Change): Viewer => ({
  isOutside: false,
  mutesSender: false,
  hasRead: false,
  isSeen: false,
  isDirect: false,
  isMentioned: false,
  isTopicWildcardMentioned: false,
  isChannelWildcardMentioned: false,
  hasAlertWord: false,
  topic: 'inherit',
  ...rest,
  subscription: { isMuted: false, screen: null, sound: null, wildcards: null, ...subscription },
  settings: { ...initialUserSettings, ...settings },
})

const none = '-not_asked_for'
const noPersonal = { enable_desktop_notifications: false, enable_sounds: false }
const followed = { topic: 'followed' } as const
const muted = { subscription: { isMuted: true } }

test.each<[string, Change, screen: string, sound: string]>([
  ['an ordinary channel message', {}, none, none],
  ['a direct message', { isDirect: true }, 'direct_message', 'direct_message'],
  ['a direct message, seen as it came', { isDirect: true, isSeen: true }, '-seen', '-seen'],
  ['a message read elsewhere', { isDirect: true, hasRead: true }, '-already_read', '-already_read'],
  ['one’s own message', { isOutside: true, isMentioned: true }, '-not_for_them', '-not_for_them'],
  ['a muted sender', { mutesSender: true, isDirect: true }, '-sender_is_muted', '-sender_is_muted'],
  ['a mention', { isMentioned: true }, 'mentioned', 'mentioned'],
  ['a mention in a muted topic', { isMentioned: true, topic: 'muted' }, 'mentioned', 'mentioned'],
  ['a mention without wishes', { isMentioned: true, settings: noPersonal }, none, none],
  ['a mention without sounds', { isMentioned: true, settings: { enable_sounds: false } }, 'mentioned', none],
  [
    'everybody in the channel',
    { isChannelWildcardMentioned: true },
    'stream_wildcard_mentioned',
    'stream_wildcard_mentioned',
  ],
  ['everybody in a muted channel', { isChannelWildcardMentioned: true, ...muted }, none, none],
  ['a followed topic', followed, 'followed_topic', 'followed_topic'],
  [
    'a followed topic by sound only',
    { ...followed, settings: { enable_followed_topic_desktop_notifications: false } },
    none,
    'followed_topic',
  ],
  ['a channel that is shown', { subscription: { screen: true } }, 'channel', none],
  ['a channel that sounds', { subscription: { sound: true } }, none, 'channel'],
  [
    'all channels but one',
    { settings: { enable_stream_desktop_notifications: true }, subscription: { screen: false } },
    none,
    none,
  ],
  ['an alert word', { hasAlertWord: true }, 'alert_word', 'alert_word'],
  ['an alert word without wishes', { hasAlertWord: true, settings: noPersonal }, none, none],
  ['an alert word in a muted topic', { hasAlertWord: true, topic: 'muted' }, none, none],
  ['an alert word in a muted channel', { hasAlertWord: true, ...muted }, none, none],
  [
    'an alert word in an unmuted topic of a muted channel',
    { hasAlertWord: true, topic: 'unmuted', ...muted },
    'alert_word',
    'alert_word',
  ],
  ['an alert word beside a mention', { hasAlertWord: true, isMentioned: true }, 'mentioned', 'mentioned'],
])('%s', (_name, change, screen, sound) => {
  const verdicts = decideOnScreen(viewer(change))
  const text = (verdict: ScreenVerdict) => (verdict.notify ? verdict.reason : `-${verdict.why}`)
  expect([text(verdicts.screen), text(verdicts.sound)]).toEqual([screen, sound])
})
