import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTerms, searchText, type SearchLookups, type SearchNames } from './search-terms.ts'
import type { Term } from './terms.ts'
import { viewOfTerms } from './view.ts'

const channels = new Map([
  [5, 'design'],
  [6, 'warm grey'],
  [7, '2020'],
])
const people = new Map([
  [8, 'Iris Okafor'],
  [10, 'Otto "Grey" Lind'],
  [11, 'Mia'],
])
const find = (named: ReadonlyMap<number, string>, text: string) =>
  [...named].find(([, name]) => name.toLowerCase().startsWith(text.toLowerCase()))?.[0]
const lookups: SearchLookups = {
  ownUserId: 8,
  channelId: (name) => find(channels, name),
  userId: (text) => (text === 'otto@chat.example' ? 10 : find(people, text)),
}
const names: SearchNames = {
  channelName: (id) => channels.get(id),
  userName: (id) => people.get(id),
}

const read = (text: string) =>
  searchTerms(text, lookups).map((part) => ('term' in part ? part.term : part.problem))

test('conditions become terms, and words one search at the end', () => {
  expect(read('sender:iris has:image -channel:design paper "two words"')).toEqual([
    { operator: 'sender', operand: 8 },
    { operator: 'has', operand: 'image' },
    { operator: 'channel', operand: 5, negated: true },
    { operator: 'search', operand: 'paper "two words"' },
  ])
})

test.each<[string, Term]>([
  ['channel:design', { operator: 'channel', operand: 5 }],
  ['channel:#design', { operator: 'channel', operand: 5 }],
  ['channel:"warm grey"', { operator: 'channel', operand: 6 }],
  ['channel:2020', { operator: 'channel', operand: 7 }],
  ['channel:99', { operator: 'channel', operand: 99 }],
  ['stream:design', { operator: 'channel', operand: 5 }],
  ['CHANNEL:design', { operator: 'channel', operand: 5 }],
  ['channels:all', { operator: 'channels', operand: 'all' }],
  ['channels:public', { operator: 'channels', operand: 'public' }],
  ['channels:web-public', { operator: 'channels', operand: 'web-public' }],
  ['streams:Archived', { operator: 'channels', operand: 'archived' }],
  ['topic:"card reader"', { operator: 'topic', operand: 'card reader' }],
  ['topic:"a ""b"" c"', { operator: 'topic', operand: 'a "b" c' }],
  ['topic:c++', { operator: 'topic', operand: 'c++' }],
  ['topic:""', { operator: 'topic', operand: '' }],
  ['topic:"still typing', { operator: 'topic', operand: 'still typing' }],
  ['dm:otto', { operator: 'dm', operand: [10] }],
  ['dm:otto,mia', { operator: 'dm', operand: [10, 11] }],
  ['dm:"Mia, otto, me"', { operator: 'dm', operand: [10, 11] }],
  ['dm:me', { operator: 'dm', operand: [8] }],
  ['pm-with:otto@chat.example', { operator: 'dm', operand: [10] }],
  ['dm-with:@mia', { operator: 'dm-with', operand: [11] }],
  ['dm-including:11', { operator: 'dm-with', operand: [11] }],
  ['sender:me', { operator: 'sender', operand: 'me' }],
  ['from:"Iris Okafor"', { operator: 'sender', operand: 8 }],
  ['mentions:mia', { operator: 'mentions', operand: 11 }],
  ['is:dm', { operator: 'is', operand: 'dm' }],
  ['is:private', { operator: 'is', operand: 'dm' }],
  ['-is:resolved', { operator: 'is', operand: 'resolved', negated: true }],
  ['in:home', { operator: 'is', operand: 'muted', negated: true }],
  ['has:images', { operator: 'has', operand: 'image' }],
  ['has:reaction', { operator: 'has', operand: 'reaction' }],
  ['id:31', { operator: 'id', operand: 31 }],
  ['near:31', { operator: 'near', operand: 31 }],
  ['with:31', { operator: 'with', operand: 31 }],
  ['date:2026-11-22', { operator: 'date', operand: '2026-11-22' }],
  ['https://chat.example/a:b', { operator: 'search', operand: 'https://chat.example/a:b' }],
  ['-paper', { operator: 'search', operand: '-paper' }],
  ['search:paper', { operator: 'search', operand: 'paper' }],
])('%s is understood', (text, term) => {
  expect(read(text)).toEqual([term])
})

test.each([
  ['channel:nowhere', 'unknown channel'],
  ['sender:nobody', 'unknown person'],
  ['dm:otto,nobody', 'unknown person'],
  ['is:grey', 'unknown operand'],
  ['has:grey', 'unknown operand'],
  ['channels:private', 'unknown operand'],
  ['near:soon', 'not a number'],
  ['date:yesterday', 'not a date'],
  ['sender:', 'no operand'],
  ['topic:', 'no operand'],
  ['-in:all', 'excludes everything'],
])('%s is marked: %s', (text, problem) => {
  expect(searchTerms(`${text} paper`, lookups)).toEqual([
    { text, problem },
    { text: 'paper', term: { operator: 'search', operand: 'paper' } },
  ])
})

test('what excludes nothing is left out', () => {
  expect(read('in:all')).toEqual([])
  expect(read('  ')).toEqual([])
})

test('terms of one conversation are that conversation', () => {
  expect(viewOfTerms(read('channel:design topic:"card reader" near:31') as Term[])).toEqual({
    kind: 'conversation',
    conversation: { kind: 'topic', channelId: 5, topic: 'card reader' },
    at: { near: 31 },
  })
})

test('terms are written as people type them', () => {
  const text = 'sender:"Iris Okafor" -channel:"warm grey" dm-with:Mia has:image paper "two words"'
  expect(searchText(read(text) as Term[], names)).toBe(text)
})

const word = fc.stringMatching(/^[^\s":-][^\s":]*$/)
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => `"${each.join(' ')}"`)
const named = fc.constantFrom(8, 10, 11)
const negated = fc.constantFrom({}, { negated: true as const })
const operand = (operator: string, arbitrary: fc.Arbitrary<unknown>) =>
  fc.tuple(arbitrary, negated).map(([value, negation]) => ({ operator, operand: value, ...negation }) as Term)
const condition = fc.oneof(
  operand('channel', fc.constantFrom(5, 6, 7, 99)),
  operand(
    'topic',
    fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
  ),
  operand('sender', fc.oneof(named, fc.constant('me'))),
  operand('mentions', named),
  operand('dm-with', fc.constantFrom([10], [11], [10, 11], [8])),
  operand('is', fc.constantFrom('starred', 'unread', 'dm')),
  operand('has', fc.constantFrom('image', 'link')),
  operand('date', fc.constant('2026-11-22')),
  operand('id', fc.nat()),
)
const searched = fc
  .array(fc.oneof(word, phrase), { maxLength: 4 })
  .map((words): Term[] => (words.length > 0 ? [{ operator: 'search', operand: words.join(' ') }] : []))

test('writing and reading terms gives the same terms', () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 4 }), searched, (conditions, words) => {
      const terms = [...conditions, ...words]
      expect(read(searchText(terms, names))).toEqual(terms)
    }),
  )
})

test('no text makes reading fail, and what it understood is understood again', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', ':', '-', 'topic:', 'dm:', 'is:starred', ' ', 'otto', 'me,mia'),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const part of searchTerms(pieces.join(''), lookups)) {
        if (!('term' in part) || part.term.operator === 'search') continue
        expect(read(searchText([part.term], names))).toEqual([part.term])
      }
    }),
  )
})
