import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ById } from './by-id.ts'

const ids = fc.array(fc.integer({ min: -5, max: 600 }), { maxLength: 400 })

test('behaves as a map that is sorted by id, and never changes', () => {
  fc.assert(
    fc.property(ids, fc.array(fc.tuple(fc.boolean(), ids), { maxLength: 5 }), (first, steps) => {
      let expected = new Map(first.map((id) => [id, `first ${id}`]))
      let actual = ById.from(expected)
      for (const [isAdding, changed] of steps) {
        const [before, unchanged] = [actual, [...actual]]
        expected = new Map(expected)
        for (const id of changed) {
          if (isAdding) expected.set(id, `later ${id}`)
          else expected.delete(id)
        }
        actual = isAdding ? actual.withAll(changed.map((id) => [id, `later ${id}`])) : actual.without(changed)
        expect([...before]).toEqual(unchanged)
        expect([...actual]).toEqual([...expected].toSorted(([a], [b]) => a - b))
        expect(actual.size).toBe(expected.size)
        for (const id of [...changed, ...first]) {
          expect(actual.get(id)).toBe(expected.get(id))
          expect(actual.has(id)).toBe(expected.has(id))
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a change that changes nothing returns the same object', () => {
  const value = { text: 'kept' }
  const all = ById.from([[7, value]])
  expect(all.with(7, value)).toBe(all)
  expect(all.without([8])).toBe(all)
  expect(all.withAll([])).toBe(all)
})

test('entries begin where one asks', () => {
  const all = ById.from(Array.from({ length: 300 }, (_, index) => [index * 2, index] as const))
  expect([...all.entries(594)].map(([id]) => id)).toEqual([594, 596, 598])
  expect([...all.entries(595)].map(([id]) => id)).toEqual([596, 598])
})

test('a run of values is the same list until something in it changes', () => {
  const before = ById.from<string>(Array.from({ length: 300 }, (_, id) => [id, `first ${id}`] as const))
  const after = before.with(299, 'later')
  const [runs, later] = [[...before.runs()], [...after.runs()]]
  expect(runs.flat()).toEqual([...before.values()])
  expect(later.flat()).toEqual([...after.values()])
  expect(runs.map((run, at) => run === later[at])).toEqual([true, true, false])
})

test('a change is seen at the ids that one asks about, and nowhere else', () => {
  const before = ById.from(Array.from({ length: 300 }, (_, id): [number, string] => [id, `${id}`]))
  const after = before.with(7, 'new').with(400, 'more')
  expect(after.differsAt([5, 6, 8, 299], before)).toBe(false)
  expect(after.differsAt([6, 7], before)).toBe(true)
  expect(after.differsAt([400], before)).toBe(true)
  expect(before.differsAt([7], before)).toBe(false)
})
