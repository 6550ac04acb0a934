import { expect, test } from 'vitest'
import type { Conversation } from './conversations.ts'
import { unreadCountsOf } from './unread-counts.ts'

const conversation = (parts: Partial<Conversation>): Conversation => ({
  key: '',
  channelId: 5,
  topic: '',
  userIds: undefined,
  lastId: 1,
  unread: 0,
  hasMention: false,
  counted: 0,
  isMuted: false,
  isFollowed: false,
  writers: [],
  ...parts,
})

test('muted conversations count apart, except for mentions in them', () => {
  const counts = unreadCountsOf(
    [
      conversation({ unread: 2, counted: 2 }),
      conversation({ unread: 3, counted: 1, isMuted: true, hasMention: true }),
      conversation({ channelId: undefined, userIds: [10], unread: 4, counted: 4, hasMention: true }),
      conversation({ channelId: 6 }),
    ],
    2,
  )
  expect(counts).toEqual({
    total: 7,
    mentions: 2,
    direct: 4,
    channels: new Map([[5, { count: 3, muted: 2, hasMention: true }]]),
  })
})
