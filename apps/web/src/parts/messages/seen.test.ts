import { expect, test } from 'vitest'
import { endsInSight, Jump, mayMark, readPolicies, Watch, type Reading } from './seen.ts'

const given = (fields: Partial<Reading> = {}): Reading => ({
  isVisible: true,
  isFocused: true,
  lastInput: 100_000,
  now: 130_000,
  policy: readPolicies.everywhere,
  view: 'conversation',
  isHeld: false,
  ...fields,
})

test('nothing is read in a window that is hidden, in the back, or left alone for a minute', () => {
  expect(mayMark(given())).toBe(true)
  expect(mayMark(given({ isVisible: false }))).toBe(false)
  expect(mayMark(given({ isFocused: false }))).toBe(false)
  expect(mayMark(given({ now: 160_001 }))).toBe(false)
  expect(mayMark(given({ now: 160_000 }))).toBe(true)
})

test('after marking something as unread, reading marks nothing until one leaves', () => {
  expect(mayMark(given({ isHeld: true }))).toBe(false)
})

test.each([
  ['everywhere', 'conversation', true],
  ['everywhere', 'feed', true],
  ['everywhere', 'search', false],
  ['conversations', 'conversation', true],
  ['conversations', 'feed', false],
  ['conversations', 'search', false],
  ['never', 'conversation', false],
  ['never', 'feed', false],
  ['never', 'search', false],
] as const)('policy %s, in a %s: %s', (policy, view, marks) => {
  expect(mayMark(given({ policy: readPolicies[policy], view }))).toBe(marks)
})

test('a message is in sight when its end is in the upper 95 percent of the column', () => {
  const ends = [-5, 0, 1, 500, 950, 951, 1200].map((bottom, id) => ({ id, bottom }))
  expect(endsInSight(ends, { height: 1000, isAtEnd: false })).toEqual([2, 3, 4])
})

test('at the end of the list the last message counts, although it comes no higher', () => {
  expect(endsInSight([{ id: 1, bottom: 990 }], { height: 1000, isAtEnd: true })).toEqual([1])
})

test('a message taller than the column counts when its end is reached', () => {
  expect(endsInSight([{ id: 1, bottom: 3000 }], { height: 800, isAtEnd: true })).toEqual([])
  expect(endsInSight([{ id: 1, bottom: 700 }], { height: 800, isAtEnd: false })).toEqual([1])
})

test('its end has to stay for 400 milliseconds', () => {
  const watch = new Watch()
  expect(watch.look([1, 2], 0)).toEqual([])
  expect(watch.look([1, 2], 399)).toEqual([])
  expect(watch.look([1, 3], 400)).toEqual([1])
  expect(watch.look([2, 3], 700)).toEqual([])
  expect(watch.look([2, 3], 800)).toEqual([3])
  watch.forget()
  expect(watch.look([2, 3], 1200)).toEqual([])
})

test('what a link jumped over is not seen until one scrolls up', () => {
  const jump = new Jump(60)
  jump.look(undefined)
  jump.look(57)
  jump.look(58)
  expect([jump.isOver(59), jump.isOver(60), jump.isOver(61)]).toEqual([true, false, false])
  jump.look(56)
  expect(jump.isOver(59)).toBe(false)
  expect(new Jump(undefined).isOver(1)).toBe(false)
})
