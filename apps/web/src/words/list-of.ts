import { locale } from './words.ts'

let format: { readonly locale: string; readonly of: Intl.ListFormat } | undefined

/** Joins names in the language of the page: `Iris, Otto and Mia`. */
export function listOf(names: readonly string[]): string {
  const present = locale()
  if (format?.locale !== present)
    format = { locale: present, of: new Intl.ListFormat(present, { type: 'conjunction' }) }
  return format.of.format(names)
}
