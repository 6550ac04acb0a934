import { expect, test } from 'vitest'
import { suggestTerms, type TermSources, type TermSuggestion } from './suggest-terms.ts'

const sources: TermSources = {
  ownId: 8,
  people: [
    { user_id: 10, full_name: 'Iris Okafor', email: 'iris@example.com' },
    { user_id: 11, full_name: 'Otto Lind', email: 'otto@example.com' },
  ],
  channels: [
    { stream_id: 5, name: 'design' },
    { stream_id: 6, name: 'Iris garden' },
  ],
  topics: [{ channelId: 5, topic: 'colors' }],
  from: [{ operator: 'channel', operand: 5 }],
  today: '2026-11-22',
  labelOf: ({ operand }) => (operand === 'image' ? 'mit Bild' : String(operand)),
}
const shown = (found: readonly TermSuggestion[]) =>
  found.map((each) =>
    each.kind === 'operator'
      ? each.text
      : each.terms
          .map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}:${String(operand)}`)
          .join(' '),
  )
const suggest = (token: string) => shown(suggestTerms(token, sources))

test('a word brings people, channels, topics and conditions that fit', () => {
  expect(suggest('iris')).toEqual(['sender:10', 'dm-with:10', 'channel:6'])
  expect(suggest('col')).toEqual(['channel:5 topic:colors'])
  expect(suggest('unr')).toEqual(['is:unread'])
  expect(suggest('de')).toEqual(['channel:5'])
  expect(suggest('sen')).toEqual(['sender:'])
})

test('a sign before the word says what is meant', () => {
  expect(suggest('#iris')).toEqual(['channel:6'])
  expect(suggest('@iris')).toEqual(['sender:10'])
})

test('an operator brings its operands, older names of it too', () => {
  expect(suggest('from:ot')).toEqual(['sender:11'])
  expect(suggest('dm:"iris o')).toEqual(['dm:10'])
  expect(suggest('mentions:okafor')).toEqual(['mentions:10'])
  expect(suggest('has:')).toEqual(['has:link', 'has:image', 'has:attachment', 'has:reaction'])
  expect(suggest('channels:pub')).toEqual(['channels:public', 'channels:web-public'])
  expect(suggest('date:')).toEqual([
    'date:2026-11-22',
    'date:2026-11-21',
    'date:2026-11-15',
    'date:2026-10-23',
  ])
  expect(suggest('channels:al')).toEqual(['channels:all'])
  expect(suggest('unheard:x')).toEqual([])
})

test('numbers of messages are completed, and words may follow `search:`', () => {
  expect(suggest('nea')).toEqual(['near:'])
  expect(suggest('id')).toEqual(['id:'])
  expect(suggest('sear')).toEqual(['search:'])
  expect(suggest('near:31')).toEqual(['near:31'])
  expect(suggest('-id:31')).toEqual(['-id:31'])
  expect([suggest('id:'), suggest('id:x1'), suggest('search:paper')]).toEqual([[], [], []])
})

test('the words of the reader find a condition as well', () => {
  expect(suggest('bild')).toEqual(['has:image'])
  expect(suggest('has:bild')).toEqual(['has:image'])
})

test('a minus excludes; of a topic, its channel stays', () => {
  expect(suggest('-iris')).toEqual(['-sender:10', '-dm-with:10', '-channel:6'])
  expect(suggest('-topic:col')).toEqual(['channel:5 -topic:colors'])
  expect(suggest('-')).toContain('-sender:')
})

test('with nothing typed, the channel one came from is first', () => {
  expect(suggest('').slice(0, 2)).toEqual(['channel:5', 'sender:8'])
})
