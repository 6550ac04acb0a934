import { expect, test } from 'vitest'
import { centred, drawn, enlarged, enlargedAt, flat, pinched, stepOf } from './gesture.ts'

const at = (x: number, y: number) => ({ x, y })

test('two fingers enlarge a picture and take it along, within limits', () => {
  const twice = pinched(flat, [at(100, 100), at(200, 100)], [at(60, 110), at(260, 110)])
  expect(twice).toEqual({ zoom: 2, x: 10, y: 10 })
  expect(pinched(twice, [at(0, 0), at(1, 0)], [at(0, 0), at(900, 0)]).zoom).toBe(8)
  expect(pinched(twice, [at(0, 0), at(400, 0)], [at(0, 0), at(100, 0)])).toEqual({ zoom: 0.5, x: 0, y: 0 })
  // Two fingers on one place.
  expect(pinched(flat, [at(5, 5), at(5, 5)], [at(5, 5), at(5, 5)])).toEqual(flat)
})

test('a wheel enlarges around the point below the pointer', () => {
  const twice = enlargedAt(flat, 2, at(30, -10))
  expect(twice).toEqual({ zoom: 2, x: -30, y: 10 })
  expect(enlargedAt(twice, 0.5, at(70, 5))).toEqual(flat)
})

test('one finger draws an enlarged picture, and leads to the others where it fits', () => {
  const twice = enlarged(flat, 2)
  expect(drawn(twice, at(10, 10), at(40, 0))).toEqual({ zoom: 2, x: 30, y: -10 })
  expect(drawn(flat, at(10, 10), at(40, 0))).toEqual(flat)
  expect(stepOf(flat, at(200, 100), at(120, 110))).toBe(1)
  expect(stepOf(flat, at(100, 100), at(220, 120))).toBe(-1)
  // Too short, downward, or enlarged.
  expect(stepOf(flat, at(100, 100), at(150, 100))).toBe(0)
  expect(stepOf(flat, at(100, 100), at(200, 190))).toBe(0)
  expect(stepOf(twice, at(200, 100), at(50, 100))).toBe(0)
})

test('the pressed point of an enlarged picture comes to the middle, and a picture that fits stays', () => {
  const stage = { left: 0, top: 50, width: 400, height: 300 }
  expect(centred({ zoom: 2, x: 10, y: 0 }, at(300, 100), stage)).toEqual({ zoom: 2, x: -90, y: 100 })
  expect(centred(flat, at(300, 100), stage)).toEqual(flat)
})
