import type { ServerEvent } from '@tagma/client/server-event.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { overBy, toldOf, unreadAmong } from './told.ts'

const now = 1_700_000_000_000
const state = {
  user_id: 8,
  subscriptions: [
    { stream_id: 5, is_muted: false, desktop_notifications: null, audible_notifications: null },
  ],
  user_topics: [{ stream_id: 5, topic_name: 'colors', visibility_policy: 3 }],
  muted_users: [{ id: 13 }],
  user_settings: {
    enable_desktop_notifications: true,
    enable_sounds: true,
    enable_followed_topic_desktop_notifications: true,
    enable_followed_topic_audible_notifications: false,
    enable_stream_desktop_notifications: false,
    enable_stream_audible_notifications: false,
    wildcard_mentions_notify: true,
    enable_followed_topic_wildcard_mentions_notify: true,
  },
} as unknown as State

const sent = (id: number, parts: object = {}, flags: readonly string[] = []) =>
  ({
    type: 'message',
    id,
    flags,
    message: {
      id,
      sender_id: 10,
      subject: '',
      content: '<p>Warm grey?</p>',
      timestamp: now / 1000,
      display_recipient: [{ id: 8 }, { id: 10 }],
      ...parts,
    },
  }) as unknown as ServerEvent
const inTopic = (topic: string) => ({ stream_id: 5, subject: topic, display_recipient: 'design' })
const told = (events: readonly ServerEvent[], isSeen = (_key: string) => false, at = now) =>
  toldOf(state, events, { now: at, isSeen }).map(({ message, key, onScreen, bySound }) => [
    message.id,
    key,
    onScreen && 'screen',
    bySound && 'sound',
  ])

test('direct messages, mentions and followed topics are told of as the settings say', () => {
  expect(
    told([
      sent(1),
      sent(2, inTopic('Colors')),
      sent(3, inTopic('logo')),
      sent(4, inTopic('logo'), ['mentioned']),
      sent(5, { sender_id: 8 }),
      sent(6, { sender_id: 13 }),
      sent(7, {}, ['read']),
    ]),
  ).toEqual([
    [1, 'dm 10', 'screen', 'sound'],
    [2, '5 colors', 'screen', false],
    [4, '5 logo', 'screen', 'sound'],
  ])
})

test('a conversation in front of somebody is not told of, and neither is last night', () => {
  expect(told([sent(1), sent(2, inTopic('colors'))], (key) => key === 'dm 10')).toEqual([
    [2, '5 colors', 'screen', false],
  ])
  expect(told([sent(1)], undefined, now + 11 * 60_000)).toEqual([])
})

test('what was read or deleted elsewhere is over', () => {
  const flags = (parts: object) =>
    ({
      type: 'update_message_flags',
      op: 'add',
      flag: 'read',
      all: false,
      messages: [],
      ...parts,
    }) as unknown as ServerEvent
  expect(overBy([flags({ messages: [2, 9] })], [1, 2])).toEqual([2])
  expect(overBy([flags({ all: true })], [1, 2])).toEqual([1, 2])
  expect(
    overBy([flags({ messages: [1], flag: 'starred' }), flags({ messages: [2], op: 'remove' })], [1, 2]),
  ).toEqual([])
  expect(overBy([{ type: 'delete_message', message_ids: [1] } as unknown as ServerEvent], [1, 2])).toEqual([
    1,
  ])
  const unread = { unread_msgs: { pms: [{ unread_message_ids: [1] }], huddles: [], streams: [] } }
  expect(unreadAmong(unread as unknown as State, [1, 2])).toEqual([1])
})
