import { expect, test } from 'vitest'
import { codeToNames, emojiCode, emojiName } from './emoji-names.ts'

const table = codeToNames()

test.each([
  ['thumbs_up', '1f44d'],
  ['+1', '1f44d'],
  ['slight_smile', '1f642'],
  ['smile', '1f604'],
  ['big_smile', '1f604'],
  ['octopus', '1f419'],
  ['hash', '0023-20e3'],
  ['flag_denmark', '1f1e9-1f1f0'],
  ['eye_in_speech_bubble', '1f441-200d-1f5e8'],
  ['no_such_emoji', undefined],
  ['toString', undefined],
])('%s is %s', (name, code) => {
  expect(emojiCode(name)).toBe(code)
})

test('names and codes that nobody has are unknown', () => {
  expect(emojiName('toString')).toBeUndefined()
  expect(emojiName('0041')).toBeUndefined()
})

test('every name belongs to one code, and every code to its canonical name', () => {
  const names = Object.values(table).flat()
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(2500)
  for (const [code, [canonical]] of Object.entries(table)) {
    expect(emojiCode(canonical ?? '')).toBe(code)
    expect(emojiName(code)).toBe(canonical)
  }
})

test('every name can be typed between colons', () => {
  expect(
    Object.values(table)
      .flat()
      .filter((name) => !/^[\p{L}\p{N}_\-+]+$/u.test(name)),
  ).toEqual([])
})

test('skin tones alone and most clock faces are left out', () => {
  expect(Object.keys(table)).not.toContain('1f3fb')
  expect(Object.keys(table)).not.toContain('1f550')
})
