import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type englishExport from './en/export.json'
import type englishMail from './en/mail.json'
import type englishPage from './en/page.json'
import type englishRefusal from './en/refusal.json'
import type englishSignIn from './en/sign-in.json'

/** The languages with a complete catalog. Their folders lie beside this file. */
export const languages = ['en', 'de'] as const

/**
 * Languages that nobody speaks, under the tags that Android and Chrome have for them: texts of `en-XA` are in brackets and
 * longer, those of `ar-XB` also read from right to left. They show which text is in no catalog, and what a page does
 * with long and with mirrored texts, without waiting for such a language.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const

export type Language = (typeof languages)[number] | (typeof pseudoLanguages)[number]

/** The locales in which dates and numbers are written. */
export const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  'en-XA': 'en-GB',
  'ar-XB': 'en-GB',
}

const fromTheRight: ReadonlySet<Language> = new Set<Language>(['ar-XB'])

/** The attributes of an HTML element whose texts are in a language. */
export const langAttributes = (language: Language): string =>
  `lang="${language}"${fromTheRight.has(language) ? ' dir="rtl"' : ''}`

/** The side on which lines of a language begin, for mail programs that know no other way to say it. */
export const startSide = (language: Language): 'left' | 'right' =>
  fromTheRight.has(language) ? 'right' : 'left'

/** The id of a text: its area and its name, as in `mail.greeting`. */
export type WordId =
  | keyof typeof englishExport
  | keyof typeof englishMail
  | keyof typeof englishPage
  | keyof typeof englishRefusal
  | keyof typeof englishSignIn

/** Values for the arguments of texts. */
export type WordValues = Readonly<Record<string, string | number>>

/** A text that is said once the language of its reader is known. */
export type Wording = (language: Language) => string

type Catalog = Readonly<Record<string, string>>

const read = new Map<string, Catalog>()

/** Returns the texts of an area. They are read when a first text is needed: an idle server keeps none. */
export function catalog(language: (typeof languages)[number], area: string): Catalog {
  const key = `${language}/${area}`
  let texts = read.get(key)
  if (!texts) {
    texts = JSON.parse(readFileSync(join(import.meta.dirname, language, `${area}.json`), 'utf8')) as Catalog
    read.set(key, texts)
  }
  return texts
}

/** Returns a text with its arguments yet to be filled in; in English if the language lacks it. */
export function textToFill(language: Language, id: WordId): string {
  const [area = ''] = id.split('.')
  const english = () => catalog('en', area)[id] ?? id
  if (language === 'en-XA') return lengthened(english())
  // Between the signs for “from right to left” and its end.
  if (language === 'ar-XB') return `\u202E${lengthened(english())}\u202C`
  return catalog(language, area)[id] ?? english()
}

/** German texts are a third longer than English ones; short ones grow more. */
const lengthened = (text: string) => `⟦${text} ${'~'.repeat(Math.ceil(4 + text.length / 3))}⟧`

/**
 * Returns a text in a language; in English if the language lacks it. It is plain text: whoever puts it into HTML escapes
 * it with its values.
 */
export const wordsFor = (language: Language, id: WordId, values: WordValues = {}): string =>
  fill(language, textToFill(language, id), values)

/** Returns a text for whoever will read it. */
export const worded =
  (id: WordId, values: WordValues = {}): Wording =>
  (language) =>
    wordsFor(language, id, values)

// `{name}`, or `{count, plural, =0 {None} one {# file} other {# files}}`: the part of ICU's form that texts here need.
const argument = /\{(\w+)(?:, plural,((?: (?:=\d+|[a-z]+) \{[^{}]*\})+))?\}/g
const form = /(=\d+|[a-z]+) \{([^{}]*)\}/g

/** Fills arguments in, in one pass: braces in a value mean nothing. An argument without a value stays as it is. */
export const fill = (language: Language, text: string, values: WordValues): string =>
  text.replaceAll(argument, (whole, name: string, forms: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return whole
    return forms === undefined ? String(value) : chosen(locales[language], forms, Number(value))
  })

function chosen(locale: string, forms: string, count: number): string {
  const byName = new Map(Array.from(forms.matchAll(form), ([, name = '', text = '']) => [name, text]))
  const { rules, numbers } = countingIn(locale)
  const kind = rules.select(count)
  const text = byName.get(`=${count}`) ?? byName.get(kind) ?? byName.get('other') ?? ''
  return text.replaceAll('#', numbers.format(count))
}

interface Counting {
  readonly rules: Intl.PluralRules
  readonly numbers: Intl.NumberFormat
}

/** Rules and formats of numbers by locale. They are made once, because V8 does not count their memory and hardly collects it. */
const countings = new Map<string, Counting>()

function countingIn(locale: string): Counting {
  const known = countings.get(locale)
  if (known) return known
  const made = { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) }
  countings.set(locale, made)
  return made
}

/** Returns the language that serves a tag: `de-CH` is served by `de`. Undefined for one that nobody has translated. */
function languageServing(tag: string): Language | undefined {
  const small = tag.trim().toLowerCase()
  const [base = ''] = small.split(/[-_]/)
  return (
    pseudoLanguages.find((language) => language.toLowerCase() === small) ??
    languages.find((language) => language === base)
  )
}

/** Returns the language for a tag; English for an unknown one. */
export const languageFor = (tag: string): Language => languageServing(tag) ?? 'en'

/** Returns the first of some tags' languages that is spoken here. */
export function firstSpoken(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = languageServing(tag)
    if (language) return language
  }
  return undefined
}
