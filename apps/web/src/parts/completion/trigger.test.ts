import { expect, test } from 'vitest'
import { triggerAt } from './trigger.ts'

/** Reads `|` as the cursor. */
const at = (marked: string) => triggerAt(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['@ot|', { kind: 'mention', query: 'ot', from: 0, isSilent: false }],
  ['@|', { kind: 'mention', query: '', from: 0, isSilent: false }],
  ['Hi (@Iris Ok|', { kind: 'mention', query: 'Iris Ok', from: 4, isSilent: false }],
  ['Hi @_ot|', { kind: 'mention', query: 'ot', from: 3, isSilent: true }],
  ['Hi @**Iris|', { kind: 'mention', query: 'Iris', from: 3, isSilent: false }],
  ['see #de|', { kind: 'channel', query: 'de', from: 4 }],
  ['see #**design>co|', { kind: 'topic', query: 'co', from: 4, channel: 'design' }],
  ['see #**design>co@ot|', { kind: 'message', query: 'ot', from: 4, channel: 'design', topic: 'co' }],
  ['see #>co|', { kind: 'topic', query: 'co', from: 4, channel: '' }],
  ['wow :ta|', { kind: 'emoji', query: 'ta', from: 4 }],
  ['/po|', { kind: 'command', query: 'po', from: 0 }],
  ['at <ti|', { kind: 'time', query: 'ti', from: 3 }],
  ['a\n```py|', { kind: 'language', query: 'py', from: 5 }],
])('%j is completed', (text, expected) => {
  expect(at(text)).toEqual(expected)
})

test.each([
  'iris@example|',
  'issue#12|',
  'at 14:02|',
  'a :x|',
  'see /po|',
  '@**Iris** and|',
  '#**design** and|',
  '`@ot|',
  '```\n@ot|',
  '```\ncode\n```py|',
  '@ iris|',
  'no|',
])('%j is not completed', (text) => {
  expect(at(text)).toBeUndefined()
})

test('after a closed block, names are completed again', () => {
  expect(at('```\ncode\n```\n@ot|')).toMatchObject({ kind: 'mention', query: 'ot' })
})
