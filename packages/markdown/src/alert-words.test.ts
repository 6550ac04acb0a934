import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileAlertWords } from './alert-words.ts'

const words = compileAlertWords([
  { userId: 9, words: ['Tea', 'tea time', '  '] },
  { userId: 2, words: ['tea', 'c++', '🎉'] },
])

test.each([
  ['tea', [2, 9]],
  ['TEA!', [2, 9]],
  ['(tea)', [2, 9]],
  ['steam', []],
  ['tea-pot', []],
  ['c++.', [2]],
  ['🎉 yes', [2]],
  ['tea\ntime', [2, 9]],
  ['', []],
])('%j', (text, userIds) => {
  expect(words.find(text)).toEqual(userIds)
})

test('a word between spaces is found, whatever the word and the text', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(word, fc.string(), fc.string(), (alert, before, after) => {
      expect(
        compileAlertWords([{ userId: 1, words: [alert] }]).find(`${before} ${alert.trim()} ${after}`),
      ).toEqual([1])
    }),
  )
})
