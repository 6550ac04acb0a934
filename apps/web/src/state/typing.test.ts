import { expect, test } from 'vitest'
import { withoutWriter, withTyping, writersIn } from './typing.ts'

const options = { ownId: 8, now: 1000, patience: 45_000 }
const inTopic = (op: string, userId = 10) => ({
  type: 'typing',
  op,
  sender: { user_id: userId },
  stream_id: 5,
  topic: 'Colors',
})

test('somebody writes until they stop, or until the time is over', () => {
  const typing = withTyping([], inTopic('start'), options)
  expect(writersIn(typing, '5 colors', 45_999)).toEqual([10])
  expect(writersIn(typing, '5 colors', 46_000)).toEqual([])
  expect(writersIn(withTyping(typing, inTopic('stop'), options), '5 colors', 1000)).toEqual([])
})

test('one’s own writing on another device is no news', () => {
  expect(withTyping([], inTopic('start', 8), options)).toEqual([])
})

test('a direct conversation is known by the others in it', () => {
  const event = {
    type: 'typing',
    op: 'start',
    sender: { user_id: 11 },
    recipients: [{ user_id: 11 }, { user_id: 8 }, { user_id: 10 }],
  }
  expect(writersIn(withTyping([], event, options), 'dm 10,11', 1000)).toEqual([11])
})

test('who has sent a message writes no longer, and starting twice is once', () => {
  const once = withTyping([], inTopic('start'), options)
  const twice = withTyping(once, inTopic('start'), { ...options, now: 2000 })
  expect(twice).toEqual([{ userId: 10, conversation: '5 colors', until: 47_000 }])
  expect(withoutWriter(twice, 10, '5 colors')).toEqual([])
  expect(withoutWriter(twice, 11, '5 colors')).toBe(twice)
})
