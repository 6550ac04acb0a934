import { expect, test } from 'vitest'
import { suggestTitles, type OpenTopic } from './suggest-titles.ts'

const titles = (message: string, topics: readonly OpenTopic[] = [], most = 60) =>
  suggestTitles(message, topics, { most, locale: 'en' }).map(({ kind, title }) => `${kind}: ${title}`)
const topic = (name: string, lastId = 1): OpenTopic => ({ name, lastId })

test('a title is made of the first telling words, and an open topic with such a word is offered', () => {
  expect(titles('Which printer paper do we order', [topic('paper'), topic('colors')])).toEqual([
    'words: printer paper',
    'topic: paper',
  ])
})

test('what stands between telling words stays, up to the first break', () => {
  expect(titles('Can you deploy the new server tonight? I am away.')).toEqual([
    'words: deploy the new server tonight',
  ])
  expect(titles('The backup of last night failed: disk full')).toEqual(['words: backup of last night failed'])
  expect(titles('Noticed: printers, scanners, phones')).toEqual(['words: noticed printers scanners'])
})

test('verbs that tell nothing end no title', () => {
  const [first] = titles('Should the check boxes take the place of the pictures while one selects messages?')
  expect(first).toBe('words: check boxes')
})

test('German nouns keep their capitals', () => {
  const suggested = suggestTitles('Der Drucker im zweiten Stock ist kaputt', [], { most: 60, locale: 'de' })
  expect(suggested).toEqual([{ kind: 'words', title: 'Drucker im zweiten Stock ist kaputt' }])
})

test('the topic that shares most words comes first, then the newest', () => {
  const topics = [
    topic('paper stock', 3),
    topic('printer paper', 1),
    topic('paper', 9),
    topic('✔ printer', 8),
  ]
  expect(titles('printer paper is out', topics)).toEqual(['topic: printer paper', 'topic: paper'])
})

test('plurals are the same word', () => {
  expect(titles('New printers arrived', [topic('printer')])).toContain('topic: printer')
  expect(titles('Neue Drucker sind da', [topic('druckern')])).toContain('topic: druckern')
})

test('code, addresses, mentions and emoji tell nothing', () => {
  expect(titles('@**Iris Okafor** :tada: https://example.com/warm `grey` broken build')).toEqual([
    'words: broken build',
  ])
  expect(titles('```\nwarm grey\n```')).toEqual([])
  expect(titles('Is it? You and me.')).toEqual([])
})

test('a title stays within the limit', () => {
  expect(titles('Warm grey paper samples', [], 12)).toEqual(['words: warm grey'])
})

test('an acronym keeps its capitals', () => {
  expect(titles('DNS records are wrong')).toContain('words: DNS records')
})
