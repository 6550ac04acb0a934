import { expect, test } from 'vitest'
import { longestOf, optionsOf, peopleIn } from './field-value.ts'

test('the choices of a list come in their order, not in that of their keys', () => {
  const field_data = JSON.stringify({ 0: { text: 'Berlin', order: '2' }, 1: { text: 'Oslo', order: '1' } })
  expect(optionsOf({ field_data })).toEqual([
    { key: '1', text: 'Oslo' },
    { key: '0', text: 'Berlin' },
  ])
})

test('data that cannot be read has no choices and no people', () => {
  expect(optionsOf({ field_data: '' })).toEqual([])
  expect(optionsOf({ field_data: 'null' })).toEqual([])
  expect(peopleIn('')).toEqual([])
  expect(peopleIn('{"8":1}')).toEqual([])
  expect(peopleIn('[8,"9"]')).toEqual([8])
})

test('a long text may be longer than a name', () => {
  expect(longestOf({ type: 1 })).toBe(50)
  expect(longestOf({ type: 2 })).toBe(500)
})
