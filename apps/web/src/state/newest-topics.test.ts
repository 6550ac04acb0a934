import { expect, test } from 'vitest'
import { withNewestTopics } from './newest-topics.ts'
import { type TopicLists, withMessages } from './topic-lists.ts'

const message = (id: number, stream_id: number, subject: string, sender_id = 8) => ({
  id,
  stream_id,
  subject,
  sender_id,
})
const topic = (stream_id: number, name: string, max_id: number) => ({ stream_id, name, max_id })

const shown = (lists: TopicLists, channelId: number) =>
  [...(lists.get(channelId)?.topics.values() ?? [])]
    .toSorted((a, b) => b.lastId - a.lastId)
    .map(({ name, lastId }) => `${name} ${lastId}`)

test('topics of several channels are taken in, and known topics keep their writers', () => {
  const before = withMessages(new Map(), [message(4, 1, 'colors')])
  const topics = [topic(2, 'paper', 9), topic(1, 'Colors', 7)]
  const lists = withNewestTopics(before, [1, 2], { topics, foundOldest: false, before: undefined })
  expect([shown(lists, 1), shown(lists, 2)]).toEqual([['Colors 7'], ['paper 9']])
  expect(lists.get(1)?.topics.get('colors')?.writers).toEqual([8])
  expect([lists.get(1)?.isWhole, lists.get(2)?.isWhole]).toEqual([false, false])
})

test('a topic that should be on the page and is not there goes; older and later ones stay', () => {
  const before = withMessages(new Map(), [
    message(3, 1, 'older'),
    message(8, 1, 'gone'),
    message(12, 1, 'just come'),
    message(8, 3, 'of another channel'),
  ])
  const topics = [topic(1, 'colors', 9), topic(1, 'paper', 5)]
  const lists = withNewestTopics(before, [1, 2], { topics, foundOldest: false, before: undefined })
  expect(shown(lists, 1)).toEqual(['just come 12', 'colors 9', 'paper 5', 'older 3'])
  expect(shown(lists, 3)).toEqual(['of another channel 8'])
})

test('a topic moves back if its newest message was deleted, unless a message has just come', () => {
  const before = withMessages(new Map(), [message(8, 1, 'colors'), message(12, 1, 'paper')])
  const topics = [topic(2, 'logo', 9), topic(1, 'colors', 7), topic(1, 'paper', 6)]
  const lists = withNewestTopics(before, [1, 2], { topics, foundOldest: false, before: undefined })
  expect(shown(lists, 1)).toEqual(['paper 12', 'colors 7'])
})

test('lists are whole after a first page with nothing older left, and not after a later page', () => {
  const all = withNewestTopics(new Map(), [1, 2], {
    topics: [topic(1, 'colors', 7)],
    foundOldest: true,
    before: undefined,
  })
  expect([all.get(1)?.isWhole, all.get(2)?.isWhole]).toEqual([true, true])
  const known = withMessages(new Map(), [message(9, 1, 'newest'), message(4, 1, 'gone')])
  const older = withNewestTopics(known, [1], {
    topics: [topic(1, 'colors', 3)],
    foundOldest: true,
    before: 9,
  })
  expect([shown(older, 1), older.get(1)?.isWhole]).toEqual([['newest 9', 'colors 3'], false])
})
