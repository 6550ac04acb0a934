import { catalog, fill, textToFill, type Language, type WordId, type Wording } from './words.ts'

/** Texts of refusals as patterns, with the names of their arguments. */
let patterns:
  | { readonly id: WordId; readonly pattern: RegExp; readonly names: readonly string[] }[]
  | undefined

/** The longest texts come first: a shorter one may take the rest of a longer one for the value of an argument. */
function compiled() {
  const texts = Object.entries(catalog('en', 'refusal')).toSorted(([, a], [, b]) => b.length - a.length)
  return texts.map(([id, text]) => {
    const names = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    const pattern = text
      .split(/\{\w+\}/)
      .map((part) => RegExp.escape(part))
      .join('(.*?)')
    return { id: id as WordId, pattern: new RegExp(`^${pattern}$`, 's'), names }
  })
}

/**
 * Returns a refusal's sentence in a language, or undefined if no catalog has it. Refusals are written in English where
 * they are thrown, because clients of the API compare them. So their English text is what they are found by.
 */
export function refusalIn(language: Language, message: string): string | undefined {
  if (language === 'en') return message
  patterns ??= compiled()
  for (const { id, pattern, names } of patterns) {
    const found = pattern.exec(message)
    if (!found) continue
    const values = Object.fromEntries(names.map((name, at) => [name, inside(language, found[at + 1] ?? '')]))
    return fill(language, textToFill(language, id), values)
  }
  return undefined
}

/** A sentence may end in another one that says why. */
const inside = (language: Language, value: string) => refusalIn(language, value) ?? value

/** Returns a refusal's sentence for whoever reads it: in English where no catalog has it. */
export const refusalWording =
  (message: string): Wording =>
  (language) =>
    refusalIn(language, message) ?? message
