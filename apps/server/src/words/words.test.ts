import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fill, languageFor, languages, wordsFor, type WordId } from './words.ts'

const folder = import.meta.dirname
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>
const argumentsOf = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)[,}]/g), ([, name]) => name))

const files = readdirSync(join(folder, 'en'))

test.each(languages)('has every text in “%s”, with the same arguments', (language) => {
  expect(readdirSync(join(folder, language))).toEqual(files)
  for (const file of files) {
    const english = read('en', file)
    const texts = read(language, file)
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [id, text] of Object.entries(texts)) {
      expect([id, text.trim()]).not.toEqual([id, ''])
      expect([id, argumentsOf(text)]).toEqual([id, argumentsOf(english[id] ?? '')])
    }
  }
})

test.each(languages)('understands every argument of “%s”', (language) => {
  for (const file of files)
    for (const [id, text] of Object.entries(read(language, file))) {
      const values = Object.fromEntries(Array.from(argumentsOf(text), (name) => [name ?? '', 2]))
      expect([id, fill(language, text, values)]).toEqual([id, expect.not.stringMatching(/[{}]/)])
    }
})

test('has no text that nothing says', () => {
  const server = join(folder, '..')
  const source = globSync('**/*.ts', { cwd: server })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(server, path), 'utf8'))
    .join('\n')
  const ids = files.flatMap((file) => Object.keys(read('en', file)))
  expect(ids.filter((id) => !source.includes(`'${id}'`))).toEqual([])
})

test('chooses the form for a number in each language', () => {
  const text = '{left, plural, =0 {none} one {one} other {# left}}'
  expect([0, 1, 1200].map((left) => fill('en', text, { left }))).toEqual(['none', 'one', '1,200 left'])
  expect([0, 1, 1200].map((left) => fill('de', text, { left }))).toEqual(['none', 'one', '1.200 left'])
})

test('takes values as they are, also those that look like arguments', () => {
  const name = '{organization} $& <b>'
  expect(wordsFor('de', 'mail.greeting', { name, organization: 'Acme' })).toBe('Hallo {organization} $& <b>,')
})

test('leaves an argument without a value as it is', () => {
  expect(fill('en', 'Hello {name} {toString}', { name: 'Ada' })).toBe('Hello Ada {toString}')
})

test('says the id of a text that no catalog has', () => {
  expect(wordsFor('de', 'mail.nowhere' as WordId)).toBe('mail.nowhere')
})

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE_at', 'de'],
  ['en-GB', 'en'],
  ['pt-br', 'en'],
  ['', 'en'],
])('serves %j by “%s”', (tag, language) => {
  expect(languageFor(tag)).toBe(language)
})
