import { expect, test } from 'vitest'
import type { Conversation } from './conversations.ts'
import { type Filter, firstRows, listSections } from './list-rows.ts'

const row = (key: string, parts: Partial<Conversation> = {}): Conversation => ({
  key,
  channelId: 5,
  topic: key,
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

const options = {
  filter: 'all',
  channelOrder: [6, 5],
  staying: new Set<string>(),
  ownId: 8,
} as const
const shown = (sections: ReturnType<typeof listSections>) =>
  sections.map(({ kind, channelId, rows }) => [kind, channelId, rows.map(({ key }) => key).join(' ')])

const rows = [
  row('read', { lastId: 90, writers: [9, 8] }),
  row('old', { unread: 1, lastId: 3 }),
  row('new', { unread: 1, lastId: 9, isFollowed: true }),
  row('other', { unread: 1, channelId: 6 }),
  row('quiet', { unread: 1, isMuted: true }),
  row('people', { unread: 2, channelId: undefined, userIds: [8], lastId: 4 }),
  row('done', { topic: '✔ done', lastId: 95 }),
]

test('the inbox has people first, then channels in the order of places, then what is muted', () => {
  expect(shown(listSections(rows, { kind: 'inbox' }, options))).toEqual([
    ['direct', undefined, 'people'],
    ['channel', 6, 'other'],
    ['channel', 5, 'new old'],
    ['muted', undefined, 'quiet'],
  ])
})

test('a row of the inbox that was read stays until one leaves', () => {
  const sections = listSections(rows, { kind: 'inbox' }, { ...options, staying: new Set(['read']) })
  expect(sections.find(({ channelId }) => channelId === 5)?.rows.map(({ key }) => key)).toEqual([
    'read',
    'new',
    'old',
  ])
})

test('a channel lists its topics, the newest first, resolved and muted ones at the end', () => {
  expect(shown(listSections(rows, { kind: 'channel', channelId: 5 }, options))).toEqual([
    ['all', undefined, 'read new old'],
    ['resolved', undefined, 'done'],
    ['muted', undefined, 'quiet'],
  ])
})

test('a resolved topic sinks after a day', () => {
  const isFresh = ({ lastId }: Conversation) => lastId > 92
  expect(shown(listSections(rows, { kind: 'channel', channelId: 5 }, { ...options, isFresh }))).toEqual([
    ['all', undefined, 'done read new old'],
    ['muted', undefined, 'quiet'],
  ])
})

test('filters leave only what they name', () => {
  const keys = (filter: Filter, kind: 'channel' | 'recent' = 'channel') =>
    listSections(rows, kind === 'channel' ? { kind, channelId: 5 } : { kind }, {
      ...options,
      filter,
    }).flatMap((section) => section.rows.map(({ key }) => key))
  expect(keys('unread')).toEqual(['new', 'old', 'quiet'])
  expect(keys('followed')).toEqual(['new'])
  expect(keys('unresolved')).toEqual(['read', 'new', 'old', 'quiet'])
  expect(keys('resolved')).toEqual(['done'])
  expect(keys('muted')).toEqual(['quiet'])
  expect(keys('mine')).toEqual(['read'])
  expect(keys('mine', 'recent')).toEqual(['read', 'people'])
  expect(keys('direct', 'recent')).toEqual(['people'])
})

test('recent has everything that is not muted', () => {
  expect(shown(listSections(rows, { kind: 'recent' }, options))).toEqual([
    ['all', undefined, 'done read new people old other'],
  ])
  expect(shown(listSections(rows, { kind: 'recent' }, { ...options, hasMuted: true }))).toEqual([
    ['all', undefined, 'done read new people old other quiet'],
  ])
})

test('the first rows of a list keep their sections, and the section that is cut has its first rows only', () => {
  const sections = listSections(rows, { kind: 'inbox' }, options)
  const all = sections.flatMap((section) => section.rows)
  const first = firstRows(sections, 2)
  expect(first.flatMap((section) => section.rows)).toEqual(all.slice(0, 2))
  expect(firstRows(sections, all.length)).toEqual(sections)
  expect(firstRows(sections, 0)).toEqual([])
})
