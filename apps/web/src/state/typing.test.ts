import { expect, test } from 'vitest'
import { withEditing, withoutEditor, withoutWriter, withTyping, writersIn } from './typing.ts'

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
  expect(writersIn(typing, '5 colors', 45_999).writers).toEqual([10])
  expect(writersIn(typing, '5 colors', 46_000).writers).toEqual([])
  expect(writersIn(withTyping(typing, inTopic('stop'), options), '5 colors', 1000).writers).toEqual([])
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
  expect(writersIn(withTyping([], event, options), 'dm 10,11', 1000).writers).toEqual([11])
})

test('who has sent a message writes no longer, and starting twice is once', () => {
  const once = withTyping([], inTopic('start'), options)
  const twice = withTyping(once, inTopic('start'), { ...options, now: 2000 })
  expect(twice).toEqual([{ userId: 10, conversation: '5 colors', until: 47_000 }])
  expect(withoutWriter(twice, 10, '5 colors')).toEqual([])
  expect(withoutWriter(twice, 11, '5 colors')).toBe(twice)
})

const editing = (op: string, userId = 10) => ({
  type: 'typing_edit_message',
  op,
  sender_id: userId,
  message_id: 31,
  recipient: { type: 'channel', channel_id: 5, topic: 'Colors' },
})

test('who edits a message is told apart from who writes one, until it is edited', () => {
  const typing = withEditing(withTyping([], inTopic('start'), options), editing('start'), options)
  expect(writersIn(typing, '5 colors', 1000)).toEqual({ writers: [10], editors: [10] })
  expect(writersIn(withoutWriter(typing, 10, '5 colors'), '5 colors', 1000).editors).toEqual([10])
  for (const ended of [withoutEditor(typing, 31), withEditing(typing, editing('stop'), options)])
    expect(writersIn(ended, '5 colors', 1000)).toEqual({ writers: [10], editors: [] })
  expect(withoutEditor(typing, 32)).toBe(typing)
  expect(writersIn(typing, '5 colors', 46_000)).toEqual({ writers: [], editors: [] })
})

test('an edit in a direct conversation is shown in it', () => {
  const event = { ...editing('start', 11), recipient: { type: 'direct', user_ids: [11, 8, 10] } }
  expect(writersIn(withEditing([], event, options), 'dm 10,11', 1000).editors).toEqual([11])
})
