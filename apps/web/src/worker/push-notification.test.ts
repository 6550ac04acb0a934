import { parseAddress } from '@tagma/contract/address.ts'
import { expect, test } from 'vitest'
import { peopleKey, topicKey } from '#state/conversations.ts'
import { notificationFor, type Pushed } from './push-notification.ts'

const organization = { realm_name: 'Weavers', realm_url: 'https://chat.example.com', user_id: 9 }
const message = {
  ...organization,
  type: 'message',
  message_id: 42,
  sender_full_name: 'Iris',
  sender_avatar_url: '/avatar/1',
  time: 1000,
  content: 'Lunch?',
} as const

const lookups = { channelId: () => undefined, userId: () => undefined }
const viewOf = (address: string | undefined) => parseAddress(address?.slice(1) ?? '', lookups)

test('a message in a topic is named and leads to its place', () => {
  const inTopic: Pushed = {
    ...message,
    recipient_type: 'channel',
    channel_id: 5,
    channel_name: 'design',
    topic: 'Colors & 50 % (v1.2)',
  }
  const shown = notificationFor(inTopic)
  expect(shown?.title).toBe('Iris · #design › Colors & 50 % (v1.2)')
  expect(shown?.options).toMatchObject({ body: 'Lunch?', icon: '/avatar/1', timestamp: 1_000_000 })
  expect(shown?.options.tag).toBe(topicKey(5, inTopic.topic))
  expect(viewOf(shown?.options.data.address)).toMatchObject({
    kind: 'conversation',
    conversation: { kind: 'topic', channelId: 5, topic: 'Colors & 50 % (v1.2)' },
    at: { near: 42 },
  })
  expect(notificationFor({ ...inTopic, topic: '' })?.title).toBe('Iris · #design')
})

test('a direct message leads to its people, and one to oneself to oneself', () => {
  const direct = (...ids: number[]): Pushed => ({
    ...message,
    recipient_type: 'direct',
    recipient_user_ids: ids,
  })
  const shown = notificationFor(direct(3, 9, 12))
  expect(shown?.title).toBe('Iris')
  expect(shown?.options.tag).toBe(peopleKey([3, 12]))
  expect(viewOf(shown?.options.data.address)).toMatchObject({
    conversation: { kind: 'direct', userIds: [3, 12] },
    at: { near: 42 },
  })
  expect(notificationFor(direct(9))?.options.tag).toBe(peopleKey([9]))
})

test('pictures of other servers are not loaded', () => {
  const pushed: Pushed = {
    ...message,
    recipient_type: 'direct',
    recipient_user_ids: [3, 9],
    sender_avatar_url: 'https://secure.gravatar.com/avatar/1',
  }
  expect(notificationFor(pushed)?.options.icon).toBe('/apple-touch-icon.png')
})

test('a test names the organization, and a removal shows nothing', () => {
  expect(notificationFor({ ...organization, type: 'test', time: 5 })).toMatchObject({
    title: 'Weavers',
    options: { body: 'chat.example.com' },
  })
  expect(notificationFor({ ...organization, type: 'remove', message_ids: [42] })).toBeUndefined()
})
