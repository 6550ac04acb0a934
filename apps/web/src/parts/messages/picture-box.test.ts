import { expect, test } from 'vitest'
import { dimensions, pictureBox, stillAddress } from './picture-box.ts'

test('a picture keeps its proportions and fits its box', () => {
  expect(pictureBox({ width: 1920, height: 1080 }, 100)).toEqual({ width: 427, height: 240 })
  expect(pictureBox({ width: 1920, height: 1080 }, 200)).toEqual({ width: 440, height: 248 })
  expect(pictureBox({ width: 100, height: 80 }, 100)).toEqual({ width: 100, height: 80 })
  expect(pictureBox({ width: 3000, height: 4000 }, 100)).toEqual({ width: 180, height: 240 })
})

test('a tiny or thin one is still something to press', () => {
  expect(pictureBox({ width: 1, height: 1 }, 100)).toEqual({ width: 24, height: 24 })
  expect(pictureBox({ width: 10_000, height: 10 }, 100)).toEqual({ width: 440, height: 24 })
})

test('dimensions that make no sense are unknown', () => {
  expect(dimensions('64x48')).toEqual({ width: 64, height: 48 })
  for (const text of [undefined, '', '0x5', '5', '-1x2', '1e9x2']) expect(dimensions(text)).toBeUndefined()
})

test('a moving thumbnail has one that stands still', () => {
  expect(stillAddress('/user_uploads/thumbnail/1/a.gif/840x560-anim.webp')).toBe(
    '/user_uploads/thumbnail/1/a.gif/840x560.webp',
  )
})
