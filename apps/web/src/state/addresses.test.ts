import { expect, test } from 'vitest'
import { addressFor, conversationKeyOf, viewAt, viewOf } from './addresses.ts'

const state = {
  user_id: 8,
  subscriptions: [{ stream_id: 5, name: 'design' }],
  realm_users: [{ user_id: 10, email: 'iris@example.com', full_name: 'Iris' }],
} as never

test('a conversation has an address that leads back to it', () => {
  const conversation = { channelId: 5, topic: 'card reader', userIds: undefined }
  const address = addressFor(state, viewOf(conversation, 8))
  expect(address).toBe('#narrow/channel/5-design/topic/card.20reader')
  expect(conversationKeyOf(viewAt(state, address), 8)).toBe('5 card reader')
})

test('notes to oneself are the conversation with nobody else', () => {
  const address = addressFor(state, viewOf({ channelId: undefined, topic: '', userIds: [] }, 8))
  expect(conversationKeyOf(viewAt(state, address), 8)).toBe('dm ')
})

test('older addresses name channels and people by name', () => {
  expect(viewAt(state, '#narrow/stream/design')).toEqual({ kind: 'feed', channelId: 5 })
  expect(conversationKeyOf(viewAt(state, '#narrow/pm-with/iris@example.2Ecom'), 8)).toBe('dm 10')
})
