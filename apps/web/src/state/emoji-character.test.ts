import { expect, test } from 'vitest'
import { characterOf } from './emoji-character.ts'

test('the code of an emoji is its characters', () => {
  expect(characterOf('1f389')).toBe('🎉')
  expect(characterOf('1f1e9-1f1f0')).toBe('🇩🇰')
  expect(characterOf('110000')).toBeUndefined()
  expect(characterOf('x')).toBeUndefined()
  expect(characterOf('')).toBeUndefined()
})
