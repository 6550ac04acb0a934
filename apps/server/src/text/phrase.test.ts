import { expect, test } from 'vitest'
import { holdsPhrase, phraseTest } from './phrase.ts'

test.each([
  ['red house', 'The RED, house!', true],
  ['red house', 'red\n\nhouse', true],
  ['red house', 'red big house', false],
  ['red house', 'house red', false],
  ['red house', 'sacred house', false],
  ['red house', 'red houses', false],
  ['red house', 'réd hoûse', true],
  ['red house', 'ｒｅｄ house', true],
  ['red house', 'the redé house', false],
  ['naive cafe', 'a naïve café.', true],
  ['новые дома', 'Большие НОВЫЕ дома', true],
])('the phrase %j and the text %j: %j', (phrase, text, holds) => {
  expect(phraseTest(phrase)(text)).toBe(holds)
})

test('a message holds a phrase in what is shown of it', () => {
  expect(holdsPhrase('red house', '', 'red house')).toBe(true)
  expect(holdsPhrase('**red** house', '<p><strong>red</strong> house</p>', 'red house')).toBe(true)
  expect(holdsPhrase('[x](red/house)', '<p><a href="red/house">x</a></p>', 'red house')).toBe(false)
  expect(holdsPhrase('Q&A', '<p>Q&amp;A</p>', 'q a')).toBe(true)
})
