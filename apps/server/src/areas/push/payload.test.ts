import { expect, test } from 'vitest'
import { decodePayload, type PushPayload } from './payload.ts'

const payload = {
  realm_name: 'Organization',
  realm_url: 'https://chat.example.com',
  user_id: 9,
  type: 'message',
  recipient_type: 'direct',
  recipient_user_ids: [7, 9],
  message_id: 1,
  sender_id: 7,
  sender_full_name: 'Iris',
  sender_avatar_url: '',
  time: 1_700_000_000,
  content: 'Hello',
} satisfies PushPayload

const stored = (fields: object) => JSON.stringify({ ...payload, recipient_user_ids: undefined, ...fields })

test('a payload that waits is read as it was written', () => {
  for (const one of [
    payload,
    { realm_name: 'O', realm_url: 'https://chat.example.com', user_id: 9, type: 'test', time: 1 },
  ] satisfies PushPayload[])
    expect(decodePayload(JSON.stringify(one))).toEqual(one)
})

test('a payload that waited through an upgrade from version 0.1 gets the ids of its people', () => {
  expect(decodePayload(stored({}))).toEqual(payload)
  expect(decodePayload(stored({ pm_users: '11,7,9' }))).toEqual({
    ...payload,
    recipient_user_ids: [7, 9, 11],
  })
})
