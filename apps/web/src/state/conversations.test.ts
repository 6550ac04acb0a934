import { expect, test } from 'vitest'
import {
  conversationsFrom,
  conversationsOf,
  type ConversationSources,
  newestFirst,
  partsOf,
} from './conversations.ts'
import { withMessages } from './topic-lists.ts'

const sources = (parts: object): ConversationSources => ({ user_id: 8, ...parts })

const unread = (parts: object) => ({
  unread_msgs: {
    count: 0,
    pms: [],
    streams: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
    ...parts,
  },
})

test('a topic with unread messages stands once, under the name of its newest message', () => {
  const lists = withMessages(new Map(), [{ id: 7, stream_id: 5, subject: 'colors' }])
  const all = conversationsOf(
    sources(
      unread({ streams: [{ stream_id: 5, topic: 'Colors', unread_message_ids: [8, 9] }], mentions: [9] }),
    ),
    lists,
  )
  expect(all).toEqual([
    {
      key: '5 colors',
      channelId: 5,
      topic: 'Colors',
      userIds: undefined,
      lastId: 9,
      unread: 2,
      hasMention: true,
      counted: 2,
      isMuted: false,
      isFollowed: false,
      writers: [],
    },
  ])
})

test('people are told by the others in it, and oneself alone by nobody', () => {
  const all = conversationsOf(
    sources({
      recent_private_conversations: [
        { user_ids: [], max_message_id: 3 },
        { user_ids: [10, 11], max_message_id: 12 },
      ],
      ...unread({
        pms: [{ other_user_id: 8, sender_id: 8, unread_message_ids: [3] }],
        huddles: [{ user_ids_string: '8,10,11', unread_message_ids: [12] }],
      }),
    }),
    new Map(),
  )
  expect(
    all.toSorted(newestFirst).map(({ key, unread: count, hasMention }) => [key, count, hasMention]),
  ).toEqual([
    ['dm 10,11', 1, true],
    ['dm ', 1, true],
  ])
})

test('a topic is muted with its channel, unless it is unmuted or followed itself', () => {
  const lists = withMessages(new Map(), [
    { id: 1, stream_id: 5, subject: 'a' },
    { id: 2, stream_id: 5, subject: 'b' },
    { id: 3, stream_id: 5, subject: 'c' },
    { id: 4, stream_id: 6, subject: 'd' },
  ])
  const all = conversationsOf(
    sources({
      subscriptions: [
        { stream_id: 5, is_muted: true },
        { stream_id: 6, is_muted: false },
      ],
      user_topics: [
        { stream_id: 5, topic_name: 'B', visibility_policy: 2 },
        { stream_id: 5, topic_name: 'c', visibility_policy: 3 },
        { stream_id: 6, topic_name: 'd', visibility_policy: 1 },
      ],
    }),
    lists,
  )
  expect(all.map(({ topic, isMuted, isFollowed }) => [topic, isMuted, isFollowed])).toEqual([
    ['a', true, false],
    ['b', false, false],
    ['c', false, true],
    ['d', true, false],
  ])
})

test('a message makes nothing new outside of its channel', () => {
  const all = conversationsFrom()
  const subscriptions = [{ stream_id: 5 }, { stream_id: 6 }] as never
  const lists = withMessages(new Map(), [
    { id: 1, stream_id: 5, subject: 'colors' },
    { id: 2, stream_id: 6, subject: 'logo' },
    { id: 3, stream_id: 6, subject: 'fonts' },
  ])
  const before = all(sources({ subscriptions }), lists)
  const after = all(
    sources({ subscriptions }),
    withMessages(lists, [{ id: 4, stream_id: 6, subject: 'logo' }]),
  )
  const [colors, logo, fonts] = before
  expect(after[0]).toBe(colors)
  expect(after[1]).toEqual({ ...logo, lastId: 4 })
  expect(after[2]).toBe(fonts)
  expect(partsOf(after)[0]).toBe(partsOf(before)[0])
  expect(partsOf(after)[1]).not.toBe(partsOf(before)[1])
})

test('of a muted topic, only mentions are counted', () => {
  const [muted, heard] = conversationsOf(
    sources({
      ...unread({
        streams: [
          { stream_id: 5, topic: 'muted', unread_message_ids: [7, 8, 9] },
          { stream_id: 5, topic: 'heard', unread_message_ids: [10, 11] },
        ],
        mentions: [8, 10],
      }),
      user_topics: [{ stream_id: 5, topic_name: 'muted', visibility_policy: 1, last_updated: 0 }],
    }),
    new Map(),
  )
  expect(muted).toMatchObject({ topic: 'muted', unread: 3, counted: 1, isMuted: true })
  expect(heard).toMatchObject({ topic: 'heard', unread: 2, counted: 2, isMuted: false })
})
