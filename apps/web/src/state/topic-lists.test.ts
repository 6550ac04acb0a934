import { expect, test } from 'vitest'
import { withDoubt, withMessages, withWholeList, withoutTopic } from './topic-lists.ts'

const topicsOf = (lists: ReturnType<typeof withMessages>, channelId: number) =>
  [...(lists.get(channelId)?.topics.values() ?? [])].map(({ name, lastId }) => `${name} ${lastId}`)

test('a message makes its topic known, and the newest one names it', () => {
  const lists = withMessages(new Map(), [
    { id: 5, stream_id: 1, subject: 'Colors' },
    { id: 9, stream_id: 1, subject: 'colors' },
    { id: 7, stream_id: 1, subject: 'COLORS' },
    { id: 8, stream_id: 2, subject: 'logo' },
    { id: 10, subject: '' },
  ])
  expect(topicsOf(lists, 1)).toEqual(['colors 9'])
  expect(topicsOf(lists, 2)).toEqual(['logo 8'])
  expect(lists.get(1)?.isWhole).toBe(false)
})

test('messages that tell nothing new keep the same lists', () => {
  const lists = withMessages(new Map(), [{ id: 5, stream_id: 1, subject: 'colors' }])
  expect(withMessages(lists, [{ id: 4, stream_id: 1, subject: 'colors' }])).toBe(lists)
})

test('a topic knows who wrote in it, and who did so last', () => {
  const message = (id: number, sender_id: number) => ({ id, stream_id: 1, subject: 'colors', sender_id })
  const writersOf = (all: ReturnType<typeof withMessages>) => all.get(1)?.topics.get('colors')?.writers
  const lists = withMessages(new Map(), [message(5, 8), message(6, 9), message(7, 8)])
  expect(writersOf(lists)).toEqual([8, 9])
  // Older messages come when somebody scrolls up.
  const more = withMessages(lists, [message(3, 10), message(4, 9)])
  expect(writersOf(more)).toEqual([8, 9, 10])
  expect(more.get(1)?.topics.get('colors')?.lastId).toBe(7)
  expect(withMessages(more, [message(2, 10)])).toBe(more)
  // The server's list of topics names nobody.
  expect(writersOf(withWholeList(more, 1, [{ name: 'Colors', max_id: 7 }]))).toEqual([8, 9, 10])
})

test('a list from the server replaces what was known, until a message is moved away', () => {
  const before = withMessages(new Map(), [{ id: 5, stream_id: 1, subject: 'gone' }])
  const whole = withWholeList(before, 1, [{ name: 'colors', max_id: 9 }])
  expect(topicsOf(whole, 1)).toEqual(['colors 9'])
  expect(whole.get(1)?.isWhole).toBe(true)
  const doubted = withDoubt(whole, 1)
  expect(doubted.get(1)?.isWhole).toBe(false)
  expect(topicsOf(withoutTopic(doubted, 1, 'COLORS'), 1)).toEqual([])
})
