import type { SearchLookups } from '@tagma/contract/address.ts'
import { expect, test } from 'vitest'
import { lastToken, negated, settled, typedFrom, typedTerms, withChips } from './typed.ts'

const lookups: SearchLookups = {
  ownUserId: 8,
  channelId: (name) => (name === 'design' ? 5 : undefined),
  userId: (text) => ('iris okafor'.startsWith(text.toLowerCase()) ? 10 : undefined),
}
const empty = { chips: [], text: '' }
const iris = { operator: 'sender', operand: 10 } as const

test('a space makes a chip of the condition before it, and words stay words', () => {
  const typed = settled({ ...empty, text: 'paper sender:iris ' }, lookups)
  expect(typed.text).toBe('paper ')
  expect(typed.chips).toEqual([{ text: 'sender:iris', term: iris }])
  expect(typedTerms(typed, lookups)).toEqual([iris, { operator: 'search', operand: 'paper' }])
})

test('nothing becomes a chip while it is typed, nor inside of quotation marks', () => {
  for (const text of ['sender:iris', 'topic:"two ', 'warm grey ', 'sender: '])
    expect(settled({ ...empty, text }, lookups)).toEqual({ ...empty, text })
})

test('a condition that is being typed searches for nothing', () => {
  expect(typedTerms({ ...empty, text: 'grey sender:ir' }, lookups)).toEqual([
    { operator: 'search', operand: 'grey' },
  ])
})

test('Enter makes chips of all conditions, and says which one nobody understands', () => {
  expect(settled({ ...empty, text: 'channel:nowhere grey has:image' }, lookups, true)).toEqual({
    chips: [
      { text: 'channel:nowhere', problem: 'unknown channel' },
      { text: 'has:image', term: { operator: 'has', operand: 'image' } },
    ],
    text: 'grey',
  })
})

test('a suggestion takes the place of the last word', () => {
  expect(withChips({ ...empty, text: 'warm iri' }, [iris])).toEqual({
    chips: [{ text: '', term: iris }],
    text: 'warm ',
  })
  expect(lastToken('a topic:"two wo')).toBe('topic:"two wo')
  expect(lastToken('a "b c" ')).toBe('')
})

test('a search is shown as chips and words', () => {
  const search = { operator: 'search', operand: 'warm grey' } as const
  expect(typedFrom([search, iris])).toEqual({ chips: [{ text: '', term: iris }], text: 'warm grey' })
})

test('a click turns a condition over, and back; a day has no opposite', () => {
  expect(negated(iris)).toEqual({ ...iris, negated: true })
  expect(negated(negated(iris))).toEqual(iris)
  expect(negated({ operator: 'date', operand: '2026-11-22' })).toEqual({
    operator: 'date',
    operand: '2026-11-22',
  })
})
