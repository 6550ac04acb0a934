import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type englishMail from './en/mail.json'

/** The languages with a complete catalog. Their folders lie beside this file. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The locales in which dates are written. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** The id of a text: its area and its name, as in `mail.greeting`. */
export type WordId = keyof typeof englishMail

/** Values for the arguments of texts. */
export type WordValues = Readonly<Record<string, string | number>>

type Catalog = Readonly<Record<string, string>>

const read = new Map<string, Catalog>()

/** Returns the texts of an area. They are read when a first text is needed: an idle server keeps none. */
function catalog(language: Language, area: string): Catalog {
  const key = `${language}/${area}`
  let texts = read.get(key)
  if (!texts) {
    texts = JSON.parse(readFileSync(join(import.meta.dirname, language, `${area}.json`), 'utf8')) as Catalog
    read.set(key, texts)
  }
  return texts
}

/**
 * Returns a text in a language; in English if the language lacks it. It is plain text: whoever puts it into HTML escapes
 * it with its values.
 */
export function wordsFor(language: Language, id: WordId, values: WordValues = {}): string {
  const [area = ''] = id.split('.')
  return fill(language, catalog(language, area)[id] ?? catalog('en', area)[id] ?? id, values)
}

// `{name}`, or `{count, plural, =0 {None} one {# file} other {# files}}`: the part of ICU's form that texts here need.
const argument = /\{(\w+)(?:, plural,((?: (?:=\d+|[a-z]+) \{[^{}]*\})+))?\}/g
const form = /(=\d+|[a-z]+) \{([^{}]*)\}/g

/** Fills arguments in, in one pass: braces in a value mean nothing. An argument without a value stays as it is. */
export const fill = (language: Language, text: string, values: WordValues): string =>
  text.replaceAll(argument, (whole, name: string, forms: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return whole
    return forms === undefined ? String(value) : chosen(language, forms, Number(value))
  })

function chosen(language: Language, forms: string, count: number): string {
  const byName = new Map(Array.from(forms.matchAll(form), ([, name = '', text = '']) => [name, text]))
  const kind = new Intl.PluralRules(language).select(count)
  const text = byName.get(`=${count}`) ?? byName.get(kind) ?? byName.get('other') ?? ''
  return text.replaceAll('#', new Intl.NumberFormat(language).format(count))
}

/** Returns the language for a tag: `de-CH` is served by `de`, an unknown one by English. */
export function languageFor(tag: string): Language {
  const [base = ''] = tag.toLowerCase().split(/[-_]/)
  return languages.find((language) => language === base) ?? 'en'
}
