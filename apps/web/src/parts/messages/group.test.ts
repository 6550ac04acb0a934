import { expect, test } from 'vitest'
import { place, type Grouped } from './group.ts'
import { timesFor } from './times.ts'

const noon = Date.parse('2026-11-22T12:00:00Z') / 1000

let nextId = 1
const given = (fields: Partial<Grouped> = {}): Grouped => ({
  id: nextId++,
  sender_id: 1,
  timestamp: noon,
  type: 'stream',
  stream_id: 5,
  subject: 'colors',
  participants: [],
  ...fields,
})

const placed = (messages: readonly Grouped[], options: { isFeed?: boolean; firstUnread?: number } = {}) =>
  place(messages, {
    times: timesFor('en', 'UTC', true),
    isFeed: options.isFeed ?? false,
    firstUnread: options.firstUnread,
    isNotice: ({ sender_id }) => sender_id === 99,
  })

const heads = (...args: Parameters<typeof placed>) => placed(...args).map(({ isHead }) => isHead)

test('messages of one sender within ten minutes of the head have one head', () => {
  const messages = [0, 300, 600, 601, 1200].map((after) => given({ timestamp: noon + after }))
  expect(heads(messages)).toEqual([true, false, false, true, false])
})

test('another sender, another day and the line of new messages break a group', () => {
  expect(heads([given(), given({ sender_id: 2 }), given()])).toEqual([true, true, true])
  const late = noon + 12 * 3600 - 60
  expect(heads([given({ timestamp: late }), given({ timestamp: late + 120 })])).toEqual([true, true])
  const three = [given(), given(), given()]
  expect(heads(three, { firstUnread: three[1]!.id })).toEqual([true, true, false])
})

test("a bot's notice stands alone", () => {
  expect(heads([given({ sender_id: 99 }), given({ sender_id: 99 }), given()])).toEqual([true, true, true])
})

test('only a feed says where another conversation begins; the case of a topic does not matter', () => {
  const messages = [given(), given({ subject: 'Colors' }), given({ subject: 'logo' })]
  const bars = (isFeed: boolean) => placed(messages, { isFeed }).map((row) => row.isNewConversation)
  expect(bars(true)).toEqual([true, false, true])
  expect(bars(false)).toEqual([false, false, false])
  expect(heads(messages, { isFeed: true })).toEqual([true, false, true])
})

test('direct messages are one conversation by their people', () => {
  const dm = (...participants: number[]) =>
    given({ type: 'private', participants, subject: '', stream_id: undefined })
  expect(
    placed([dm(1, 2), dm(1, 2), dm(1, 3)], { isFeed: true }).map((row) => row.isNewConversation),
  ).toEqual([true, false, true])
})

test('a date bar stands before the first message of each day', () => {
  const days = placed([given(), given({ timestamp: noon + 86_400 }), given({ timestamp: noon + 86_401 })])
  expect(days.map(({ day }) => day)).toEqual([20261122, 20261123, undefined])
})
