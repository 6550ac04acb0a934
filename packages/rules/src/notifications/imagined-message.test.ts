import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { type ImaginedKind, whyToldOf } from './imagined-message.ts'
import type { State } from './viewer-in-state.ts'

const state = {
  user_id: 8,
  muted_users: [],
  subscriptions: [
    {
      stream_id: 5,
      is_muted: false,
      wildcard_mentions_notify: null,
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
    },
  ],
  user_topics: [],
  user_settings: initialUserSettings,
} as unknown as State

test.each<[ImaginedKind, number | undefined, string]>([
  ['direct', undefined, 'direct_message'],
  ['direct', 5, 'direct_message'],
  ['mentioned', 5, 'mentioned'],
  ['mentioned', 6, 'not_subscribed'],
  ['followed', 5, 'followed_topic'],
  ['everybody', 5, 'stream_wildcard_mentioned'],
  ['alert-word', 5, 'alert_word'],
  ['muted', 5, 'topic_is_muted'],
  ['ordinary', 5, 'switched_off'],
])('%s in %s: %s', (kind, channelId, expected) => {
  const { screen } = whyToldOf(state, kind, channelId)
  expect(screen.isTold ? screen.reason : screen.why).toBe(expected)
})
