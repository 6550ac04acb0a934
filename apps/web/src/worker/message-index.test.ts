import { expect, test } from 'vitest'
import { type IndexPage, MessageIndex } from './message-index.ts'

const apiMessage = (id: number, content: string) => ({
  id,
  content: `<p>${content}</p>`,
  type: 'stream' as const,
  stream_id: 5,
  subject: 'colors',
  sender_id: 10,
  timestamp: 1000 + id,
  flags: [],
  reactions: [],
  submessages: [],
  topic_links: [],
  is_me_message: false,
  display_recipient: 'design',
})

const page = (ids: readonly number[], found_oldest = false, content = 'warm grey') =>
  ({ messages: ids.map((id) => apiMessage(id, content)), found_oldest }) as unknown as IndexPage

const event = (id: number, content: string) =>
  ({ type: 'message', id, message: apiMessage(id, content), flags: [] }) as never

const words = (operand: string) => [{ operator: 'search', operand, negated: false }]

function given({ most = 100 } = {}) {
  const index = new MessageIndex(most)
  index.know({ user_id: 8 })
  const find = (text: string, onlyCurrent = true) =>
    index.search(words(text), { onlyCurrent }).messages.map(({ id }) => id)
  return { index, find }
}

test('it is filled from the newest message backwards, and events keep it current', () => {
  const { index, find } = given()
  expect(index.ask()).toBe('newest')
  index.takePage(page([5, 6]), 'newest')
  expect(index.ask()).toBe(5)
  index.takePage(page([1, 3], true), 5)
  expect(index.ask()).toBeUndefined()
  index.take([event(9, 'Warm gold')])
  expect(find('warm')).toEqual([9, 6, 5, 3, 1])
  expect(find('wa gold')).toEqual([9])
  index.take([{ type: 'delete_message', message_ids: [6], message_type: 'stream' }])
  index.take([
    {
      type: 'update_message',
      message_id: 5,
      message_ids: [5],
      rendered_content: '<p>cold</p>',
      flags: [],
    },
  ])
  expect(find('warm')).toEqual([9, 3, 1])
  expect(index.search(words('cold'), { onlyCurrent: true })).toMatchObject({ count: 4, since: 1001 })
})

test('after events that were missed only the gap is fetched; what is behind it counts without the server alone', () => {
  const { index, find } = given()
  index.load({ messages: [], from: Number.POSITIVE_INFINITY, isFilled: false })
  index.ask()
  index.takePage(page([5, 6], true), 'newest')
  index.doubt()
  expect(find('warm')).toEqual([])
  expect(find('warm', false)).toEqual([6, 5])
  index.take([event(20, 'warm event')])
  expect(index.ask()).toBe('newest')
  index.takePage(page([18, 20]), 'newest')
  expect(index.ask()).toBe(18)
  // 6 was deleted while nobody listened, and 7 came.
  index.takePage(page([5, 7]), 18)
  expect(index.ask()).toBeUndefined()
  expect(find('warm')).toEqual([20, 18, 7, 5])
})

test('what came while a page was on its way is not taken back by it', () => {
  const { index, find } = given()
  index.ask()
  index.takePage(page([5, 6]), 'newest')
  index.ask()
  index.take([{ type: 'delete_message', message_ids: [4], message_type: 'stream' }])
  index.takePage(page([3, 4]), 5)
  expect(find('warm')).toEqual([6, 5, 3])
})

test('without the server, a conversation is read around a place', () => {
  const { index } = given()
  index.ask()
  index.takePage(page([1, 3, 5], true), 'newest')
  const inChannel = (operand: number) => [{ operator: 'channel', operand, negated: false }]
  const idsOf = (place: 'newest' | 'oldest' | number | { since: number }, channelId = 5) => {
    const { messages, anchor, hasNewest } = index.around(inChannel(channelId), place)
    return [messages.map(({ id }) => id), anchor, hasNewest]
  }
  expect(idsOf('newest')).toEqual([[1, 3, 5], 5, true])
  expect(idsOf(2)).toEqual([[1, 3, 5], 3, true])
  expect(idsOf({ since: 1004 })).toEqual([[1, 3, 5], 5, true])
  expect(idsOf('oldest', 6)).toEqual([[], undefined, true])
})

test('the oldest go when there are too many', () => {
  const { index, find } = given({ most: 3 })
  index.ask()
  index.takePage(page([4, 5]), 'newest')
  index.ask()
  index.takePage(page([1, 2]), 4)
  expect(find('warm')).toEqual([5, 4, 2])
  expect(index.ask()).toBeUndefined()
  index.take([event(6, 'warm')])
  expect(find('warm')).toEqual([6, 5, 4])
})

test('the oldest of 50,000 messages is found, and nothing where no message fits', () => {
  const { index, find } = given({ most: 50_000 })
  const text = 'The paper samples lie by the window, and somebody has to choose one of them today.'
  const ids = Array.from({ length: 49_999 }, (_, at) => at + 2)
  index.ask()
  index.takePage(page(ids, false, text), 'newest')
  index.ask()
  index.takePage(page([1], true, 'The oldest is about heliotrope'), 2)
  expect(find('heliotrope')).toEqual([1])
  expect(index.search(words('somebody nowhere'), { onlyCurrent: true }).messages).toEqual([])
})
