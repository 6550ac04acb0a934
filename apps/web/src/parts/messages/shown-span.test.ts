import { expect, test } from 'vitest'
import { emptySpan, firstSpan, follow, grow, indicesOf, newerHalf, sizes, spanAround } from './shown-span.ts'

const ids = Array.from({ length: 1000 }, (_, index) => index * 2)
const count = (span: { first: number; last: number }, of = ids) => {
  const { from, to } = indicesOf(of, span)
  return to - from
}

const room = { room: 1000, leastHeight: () => 50 }

test('it begins with as many messages as fill the room', () => {
  expect(firstSpan(ids, undefined, room)).toEqual({ first: 1960, last: 1998 })
  // Above 400 pixels, and from the target on 900.
  expect(firstSpan(ids, 1000, room)).toEqual({ first: 984, last: 1034 })
  expect(count(firstSpan(ids, 1000, { ...room, leastHeight: () => 10 }))).toBe(sizes.step)
})

test('near an end of the list, the other side fills the room', () => {
  expect(firstSpan(ids, 1998, room)).toEqual({ first: 1948, last: 1998 })
  expect(firstSpan(ids, 0, room)).toEqual({ first: 0, last: 50 })
  expect(firstSpan([2, 4], 4, room)).toEqual({ first: 2, last: 4 })
  expect(firstSpan([], 5, room)).toEqual(emptySpan)
})

test('a span around a message has 24, more of them below', () => {
  expect(spanAround(ids, 1000)).toEqual({ first: 984, last: 1030 })
  expect(spanAround(ids, undefined)).toEqual({ first: 1952, last: 1998 })
  expect(spanAround(ids, 0)).toEqual({ first: 0, last: 46 })
  expect(spanAround([], 5)).toEqual(emptySpan)
})

test('it grows by 60, and never holds more than 300', () => {
  let span = spanAround(ids, 1000)
  const sizesSeen = Array.from({ length: 6 }, () => count((span = grow(ids, span, 'older'))))
  expect(sizesSeen).toEqual([84, 144, 204, 264, 300, 300])
  expect(span.first).toBe(984 - 6 * 120)
  expect(count(grow(ids, span, 'newer'))).toBe(sizes.most)
})

test('it grows by fewer at rest', () => {
  const span = spanAround(ids, 1000)
  expect(grow(ids, span, 'older', sizes.rest)).toEqual({ first: 984 - 24, last: span.last })
  expect(grow(ids, span, 'newer', sizes.rest)).toEqual({ first: span.first, last: span.last + 24 })
})

test('it stays the same at the end of what is known', () => {
  const span = spanAround(ids, undefined)
  expect(grow(ids, span, 'newer')).toBe(span)
  const first = spanAround(ids, 0)
  expect(grow(ids, first, 'older')).toBe(first)
})

test('new messages are drawn where the newest was, and only there', () => {
  const more = [...ids, 2000, 2001]
  expect(follow(more, spanAround(ids, undefined), true)).toEqual({ first: 1952, last: 2001 })
  expect(follow(more, spanAround(ids, 1000), false)).toEqual(spanAround(ids, 1000))
})

test('deleted messages at the edges do not matter, and a span whose messages all went finds the nearest', () => {
  const span = { first: 100, last: 120 }
  const rest = ids.filter((id) => id < 100 || id > 120)
  expect(count(follow(rest, span, false), rest)).toBe(sizes.begin)
  expect(
    count(
      follow(
        ids.filter((id) => id !== 100),
        span,
        false,
      ),
    ),
  ).toBe(10)
})

test('a span that is too long keeps its newer half', () => {
  expect(newerHalf(ids, { first: 0, last: 20 })).toEqual({ first: 10, last: 20 })
  expect(newerHalf([2], { first: 2, last: 2 })).toEqual({ first: 2, last: 2 })
  expect(newerHalf([], emptySpan)).toEqual(emptySpan)
})
