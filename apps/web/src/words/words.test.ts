import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { languages } from './words.ts'

const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, file), 'utf8')) as Record<string, string>

const files = readdirSync(join(import.meta.dirname, 'en'))

/** An argument of a text; of a plural, with the texts of its forms. */
type Argument = readonly [name: string, format?: string, forms?: Readonly<Record<string, Compiled>>]
type Compiled = string | readonly (string | Argument)[]

function argumentsIn(text: Compiled): Argument[] {
  if (typeof text === 'string') return []
  return text.flatMap((part) => {
    if (typeof part === 'string') return []
    const inner = Object.values(part[2] ?? {}).flatMap((form) =>
      Array.isArray(form) ? argumentsIn(form) : [],
    )
    return [part, ...inner]
  })
}

const argumentsOf = (text: string) => argumentsIn(compileMessage(text) as Compiled)
const namesIn = (text: string) => new Set(argumentsOf(text).map(([name]) => name))

test.each(languages)('has every text in “%s”, with the same arguments', (language) => {
  expect(readdirSync(join(import.meta.dirname, language))).toEqual(files)
  for (const file of files) {
    const english = read('en', file)
    const texts = read(language, file)
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [id, text] of Object.entries(texts)) {
      expect([id, text.trim()]).not.toEqual([id, ''])
      expect([id, namesIn(text)]).toEqual([id, namesIn(english[id] ?? '')])
    }
  }
})

test.each(languages)('has every form of a plural in “%s”', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  // A plural may tell only one number from all others: `=0 {…} other {…}`.
  const isWhole = ([, format, forms = {}]: Argument) =>
    format !== 'plural' ||
    Object.keys(forms).every((form) => form === 'offset' || form === 'other' || /^\d+$/.test(form)) ||
    pluralCategories.every((category) => category in forms)
  const broken = files.flatMap((file) =>
    Object.entries(read(language, file)).filter(([, text]) => !argumentsOf(text).every(isWhole)),
  )
  expect(broken).toEqual([])
})

// Names of other products, and addresses, are the same in all languages; so is a thanks that services ask for word by word.
const names: ReadonlySet<string> = new Set([
  'gif.powered-by',
  'invite.addresses-example',
  'organizations.address-example',
  'welcome.along.rocket-chat',
  'welcome.along.teams',
])

test('has no German text of several words that was left in English', () => {
  const left = files.flatMap((file) => {
    const german = read('de', file)
    return Object.entries(read('en', file)).flatMap(([id, text]) =>
      german[id] === text && (text.match(/(?<![{\p{L}])\p{L}{2,}(?![}\p{L}])/gu)?.length ?? 0) > 1 ? id : [],
    )
  })
  expect(left.filter((id) => !names.has(id))).toEqual([])
})
