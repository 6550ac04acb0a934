import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { decideOnScreen } from './decide-on-screen.ts'
import { type ArrivedMessage, viewerInState } from './viewer-in-state.ts'

const iris = 8
const otto = 10
const subscription = {
  stream_id: 5,
  is_muted: true,
  wildcard_mentions_notify: null,
  desktop_notifications: true,
  audible_notifications: null,
}
/** The parts of a registration that the decision reads. */
const state = {
  user_id: iris,
  muted_users: [{ id: 11, timestamp: 1 }],
  subscriptions: [subscription],
  user_topics: [
    { stream_id: 6, topic_name: 'colors', last_updated: 1, visibility_policy: 1 },
    { stream_id: 5, topic_name: 'Colors', last_updated: 1, visibility_policy: 3 },
    { stream_id: 5, topic_name: 'logo', last_updated: 1, visibility_policy: 2 },
  ],
  user_settings: initialUserSettings,
} as unknown as Parameters<typeof viewerInState>[0]

const screenFor = (message: Partial<ArrivedMessage>, flags: readonly string[] = [], isSeen = false) => {
  const whole = { sender_id: otto, stream_id: 5, subject: 'print', ...message }
  const { screen } = decideOnScreen(viewerInState(state, whole, flags, isSeen))
  return screen.notify ? screen.reason : `-${screen.why}`
}
const direct = { stream_id: undefined, subject: '' }

test.each<[string, Partial<ArrivedMessage>, readonly string[], string]>([
  ['an own message', { ...direct, sender_id: iris }, [], '-not_for_them'],
  ['a message of somebody muted', { ...direct, sender_id: 11 }, [], '-sender_is_muted'],
  ['a direct message', direct, [], 'direct_message'],
  ['a message that comes as read', direct, ['read'], '-already_read'],
  ['a message in a muted channel', {}, [], '-not_asked_for'],
  ['a followed topic, in other letters', { subject: 'COLORS' }, [], 'followed_topic'],
  ['an unmuted topic of a channel that is shown', { subject: 'logo' }, [], 'channel'],
  ['a mention', {}, ['mentioned'], 'mentioned'],
  [
    'everybody in an unmuted topic',
    { subject: 'logo' },
    ['topic_wildcard_mentioned'],
    'topic_wildcard_mentioned',
  ],
  ['an alert word', { subject: 'logo', stream_id: 7 }, ['has_alert_word'], 'alert_word'],
])('%s', (_name, message, flags, expected) => {
  expect(screenFor(message, flags)).toBe(expected)
})

test('a message in sight is not told', () => {
  expect(screenFor(direct, [], true)).toBe('-seen')
})
