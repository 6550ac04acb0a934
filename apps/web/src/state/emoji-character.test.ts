import { expect, test } from 'vitest'
import { characterOf } from './emoji-character.ts'

test('the code of an emoji is its characters', () => {
  expect(characterOf('1f389')).toBe('🎉')
  expect(characterOf('1f1e9-1f1f0')).toBe('🇩🇰')
  // Without the selector, browsers draw these as signs of the text.
  expect(characterOf('2764')).toBe('\u2764\uFE0F')
  expect(characterOf('0031-20e3')).toBe('1\uFE0F\u20E3')
  expect(characterOf('2764-200d-1f525')).toBe('\u2764\u200D\u{1F525}')
  expect(characterOf('110000')).toBeUndefined()
  expect(characterOf('x')).toBeUndefined()
  expect(characterOf('')).toBeUndefined()
})
