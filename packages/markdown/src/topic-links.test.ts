import { expect, test } from 'vitest'
import { compileLinkifiers } from './linkifier.ts'
import { topicLinks } from './topic-links.ts'

const linkifiers = compileLinkifiers([
  { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://t.example/{id}' },
  { pattern: '#(?P<id>[0-9]+)(?P<letter>[a-z])?', urlTemplate: 'https://u.example/{id}{letter}' },
  { pattern: 'run:(?P<what>.+)', urlTemplate: 'javascript:{what}' },
])

test.each([
  ['lunch', []],
  ['fix #12', [{ text: '#12', url: 'https://t.example/12' }]],
  [
    '#12a and #13',
    [
      { text: '#12a', url: 'https://u.example/12a' },
      { text: '#13', url: 'https://t.example/13' },
    ],
  ],
  [
    'see example.com/a #5',
    [
      { text: 'example.com/a', url: 'https://example.com/a' },
      { text: '#5', url: 'https://t.example/5' },
    ],
  ],
  ['http://example.com', [{ text: 'http://example.com', url: 'http://example.com' }]],
  ['ask iris@example.com', [{ text: 'iris@example.com', url: 'mailto:iris@example.com' }]],
  ['run:alert(1)', []],
])('%s', (topic, links) => {
  expect(topicLinks(topic, linkifiers)).toEqual(links)
})

test('without linkifiers only addresses remain', () => {
  expect(topicLinks('#12 example.com', null)).toEqual([{ text: 'example.com', url: 'https://example.com' }])
})
