import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusalIn } from './refusal-wording.ts'
import {
  fill,
  firstSpoken,
  langAttributes,
  languageFor,
  languages,
  pseudoLanguages,
  textToFill,
  wordsFor,
  type WordId,
} from './words.ts'

const folder = import.meta.dirname
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>
const argumentsOf = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)[,}]/g), ([, name]) => name))

const files = readdirSync(join(folder, 'en'))
const server = join(folder, '..')
const source = globSync('**/*.ts', { cwd: server })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(server, path), 'utf8'))
  .join('\n')

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

test.each([...languages, ...pseudoLanguages])('understands every argument of “%s”', (language) => {
  for (const file of files)
    for (const id of Object.keys(read('en', file)) as WordId[]) {
      const text = textToFill(language, id)
      const values = Object.fromEntries(Array.from(argumentsOf(text), (name) => [name ?? '', 2]))
      expect([id, fill(language, text, values)]).toEqual([id, expect.not.stringMatching(/[{}]/)])
    }
})

test.each(languages)('has every form of a plural in “%s”', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const plurals = files.flatMap((file) =>
    Object.entries(read(language, file)).flatMap(([id, text]) =>
      Array.from(text.matchAll(/, plural,((?: (?:=\d+|[a-z]+) \{[^{}]*\})+)/g), ([, forms = '']) => [
        id,
        forms,
      ]),
    ),
  )
  expect(plurals.length).toBeGreaterThan(0)
  const lacks = plurals.filter(([, forms = '']) =>
    pluralCategories.some((category) => !forms.includes(` ${category} {`)),
  )
  expect(lacks).toEqual([])
})

// Names, and sentences of arguments alone, may be the same.
const sameInBoth: ReadonlySet<string> = new Set([
  'export.in',
  'export.file',
  'export.name',
  'mail.missed.link',
  'mail.missed.said',
  'sign-in.problem.code',
])

test('has no text in German that was left in English', () => {
  const left = files.flatMap((file) => {
    const german = read('de', file)
    return Object.entries(read('en', file)).flatMap(([id, text]) => (german[id] === text ? id : []))
  })
  expect(left.filter((id) => !sameInBoth.has(id))).toEqual([])
})

test('has no text that nothing says', () => {
  const beginnings = Array.from(source.matchAll(/`([a-z-]+\.[\w.-]*\.)\$\{/g), ([, start = '']) => start)
  const ids = files.filter((file) => file !== 'refusal.json').flatMap((file) => Object.keys(read('en', file)))
  const isSaid = (id: string) =>
    source.includes(`'${id}'`) || beginnings.some((start) => id.startsWith(start))
  expect(ids.filter((id) => !isSaid(id))).toEqual([])
})

test('has no text of a refusal that nothing throws', () => {
  const plain = source.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}').replaceAll(/\\(.)/g, '$1')
  const gone = Object.entries(read('en', 'refusal.json')).filter(
    ([, text]) => !plain.includes(text.replaceAll(/\{\w+\}/g, '{}')),
  )
  expect(gone).toEqual([])
})

test('finds a refusal by its English text, with its values, and a sentence within it', () => {
  expect(refusalIn('de', 'Choose a password of at least 8 characters.')).toBe(
    'Wähle ein Passwort mit mindestens 8 Zeichen.',
  )
  expect(refusalIn('de', 'Too many wrong codes: try again in 1 seconds.')).toBe(
    'Zu viele falsche Codes: Versuch es in 1 Sekunde noch einmal.',
  )
  expect(
    refusalIn('de', 'The document at a.example cannot be used. A redirect URI has no fragment (#).'),
  ).toBe(
    'Das Dokument bei a.example ist nicht zu gebrauchen. Eine redirect_uri hat keinen Teil hinter einem #.',
  )
  // The longer of two texts, though the shorter one fits as well.
  expect(refusalIn('de', 'Addresses at a.example cannot join Acme: use one at acme.example.')).toBe(
    'Mit einer Adresse bei a.example kann man Acme nicht beitreten: Nimm eine bei acme.example.',
  )
  expect(refusalIn('de', 'Nothing throws this.')).toBeUndefined()
  expect(refusalIn('en', 'Nothing throws this.')).toBe('Nothing throws this.')
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

test('puts texts of pseudo-languages in brackets, longer, and mirrors one of them', () => {
  expect(wordsFor('en-XA', 'mail.greeting', { name: 'Ada' })).toBe('⟦Hello Ada, ~~~~~~~~~⟧')
  expect(wordsFor('ar-XB', 'mail.greeting', { name: 'Ada' })).toBe('\u202E⟦Hello Ada, ~~~~~~~~~⟧\u202C')
  expect(langAttributes('en-XA')).toBe('lang="en-XA"')
  expect(langAttributes('ar-XB')).toBe('lang="ar-XB" dir="rtl"')
})

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE_at', 'de'],
  ['en-GB', 'en'],
  ['en-xa', 'en-XA'],
  ['ar', 'en'],
  ['pt-br', 'en'],
  ['', 'en'],
])('serves %j by “%s”', (tag, language) => {
  expect(languageFor(tag)).toBe(language)
})

test('serves the first of some tags that is spoken here', () => {
  expect(firstSpoken(['fr-ch', 'fr', 'de-at', 'en'])).toBe('de')
  expect(firstSpoken(['fr', 'tlh'])).toBeUndefined()
})
