import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleClient } from './bundle.ts'
import { pseudoLetters, pseudoMessage } from './pseudo-language.ts'

test('a text stands in brackets, with accents and longer words', () => {
  expect(pseudoMessage('Send later')).toEqual(['⟦Sééñd láátéér⟧'])
  expect(pseudoLetters('OK, Only 3')).toBe('ÖöK, Ööñlý 3')
})

test('arguments and forms of plurals stay as in the English text', () => {
  expect(pseudoMessage('{count, plural, one {# file} other {# files}} of {name}')).toEqual([
    '⟦',
    ['count', 'plural', { offset: undefined, one: ['#', ' fííléé'], other: ['#', ' fííléés'] }],
    ' ööf ',
    ['name'],
    '⟧',
  ])
})

test('texts are about 40 % longer', () => {
  const english = join(import.meta.dirname, '../src/words/en')
  const all = readdirSync(english).map(
    (file) => JSON.parse(readFileSync(join(english, file), 'utf8')) as object,
  )
  const words = all.flatMap((texts) => Object.values(texts) as string[]).join(' ')
  expect(pseudoLetters(words).length / words.length).toBeGreaterThan(1.25)
  expect(pseudoLetters(words).length / words.length).toBeLessThan(1.5)
})

test('only a bundle for tests has the pseudo language, and its German stays German', async () => {
  const said = async (...words: [] | ['pseudo']) => {
    const { files } = await bundleClient('production', ...words)
    const scripts = files.filter(({ path }) => path.endsWith('.js')).map(({ bytes }) => bytes)
    const all = Buffer.concat(scripts).toString()
    return Array.from(
      all.matchAll(/"shell\.conversations":\["([^"]+)"\]/g),
      ([, text]) => text ?? '',
    ).toSorted((a, b) => (a < b ? -1 : 1))
  }
  expect(await said()).toEqual(['Conversations', 'Unterhaltungen'])
  expect(await said('pseudo')).toEqual(['Unterhaltungen', '⟦Çööñvéérsáátííööñs⟧'])
})
