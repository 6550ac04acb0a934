import { setupI18n } from '@lingui/core'
import { en } from './en.ts'

/** The id of a text: its area and its name, as in `compose.send`. */
export type WordId = keyof typeof en

/** The languages with a complete catalog. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

// The build compiles the texts of the catalogs. So the page needs no parser of ICU messages.
const i18n = setupI18n({ locale: 'en', messages: { en } })

/** Returns a text in the language of the page. */
export function t(id: WordId, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(id, values)
}

/** The locale for dates, numbers and sorting: that of the texts. */
export function locale(): string {
  return i18n.locale
}

/** Changes the language. Resolves when its texts are there; the caller draws the page again. */
export async function speak(language: Language): Promise<void> {
  if (language === 'de') i18n.load('de', (await import('./de.ts')).de)
  i18n.activate(language)
}

/** Returns the catalog for a language tag: `de-CH` is served by `de`, an unknown one by English. */
export function languageFor(tag: string): Language {
  const [base = ''] = tag.toLowerCase().split('-')
  return languages.find((language) => language === base) ?? 'en'
}
