import { expect, test } from 'vitest'
import { placeBeside } from './place.ts'

const window = { width: 400, height: 300 }
const size = { width: 100, height: 80 }

test('a menu opens below its button, flush with the asked side', () => {
  const anchor = { left: 200, top: 100, right: 240, bottom: 120 }
  expect(placeBeside(anchor, size, window, 'left')).toEqual({ left: 200, top: 124 })
  expect(placeBeside(anchor, size, window, 'right')).toEqual({ left: 140, top: 124 })
})

test('it opens above where there is no room below, and stays inside the window', () => {
  expect(placeBeside({ left: 380, top: 250, right: 398, bottom: 270 }, size, window, 'left')).toEqual({
    left: 292,
    top: 166,
  })
  expect(placeBeside({ left: -50, top: -40, right: -20, bottom: -10 }, size, window, 'right')).toEqual({
    left: 8,
    top: 8,
  })
})

test('a menu taller than the room above and below is pushed up as far as it can', () => {
  const anchor = { left: 10, top: 140, right: 40, bottom: 160 }
  expect(placeBeside(anchor, { width: 100, height: 290 }, window, 'left').top).toBe(8)
})
