import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdRanges } from './id-ranges.ts'

const ids = fc.array(fc.nat(60), { maxLength: 40 })
const members = (ranges: IdRanges) => Array.from({ length: 70 }, (_, id) => id).filter((id) => ranges.has(id))
const sorted = (list: Iterable<number>) => [...new Set(list)].toSorted((a, b) => a - b)

test('holds exactly what was put in', () => {
  fc.assert(
    fc.property(ids, (list) => {
      expect(members(IdRanges.of(list))).toEqual(sorted(list))
    }),
  )
})

test('union and difference are those of sets', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      expect(members(IdRanges.of(a).union(IdRanges.of(b)))).toEqual(sorted([...a, ...b]))
      expect(members(IdRanges.of(a).without(b))).toEqual(sorted(a.filter((id) => !b.includes(id))))
    }),
  )
})

test('text and back again changes nothing, and ranges that touch are one', () => {
  fc.assert(
    fc.property(ids, (list) => {
      const ranges = IdRanges.of(list)
      expect(IdRanges.parse(ranges.toString()).toString()).toBe(ranges.toString())
      const stretches = sorted(list).filter((id) => !list.includes(id - 1)).length
      expect(ranges.size).toBe(stretches)
    }),
  )
})

test('the floor is where reading from the beginning ends', () => {
  expect(IdRanges.upTo(31).floor).toBe(31)
  expect(IdRanges.of([5, 6]).floor).toBe(-1)
  expect(IdRanges.upTo(31).without([10]).floor).toBe(9)
  expect(IdRanges.upTo(31).without([10]).toString()).toBe('0-9,11-31')
})
