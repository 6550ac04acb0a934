/** Part of a pattern: any text, or a test for one letter. */
type Part = 'any text' | ((letter: string) => boolean)

/** Parses `*`, `?` and `[…]` as in file names. */
function partsOf(pattern: string): Part[] {
  return [...pattern.matchAll(/\*+|\?|\[(!?)([^\]]+)\]|[^]/gu)].map(([part, negated, letters]): Part => {
    if (part.startsWith('*')) return 'any text'
    if (part === '?') return () => true
    if (letters === undefined) return (letter) => letter === part
    return (letter) => isAmong(letter, letters) !== (negated === '!')
  })
}

/** Tells whether a letter is one of a class such as `a-z_`. */
const isAmong = (letter: string, letters: string): boolean =>
  [...letters.matchAll(/([^])-([^])|[^]/gu)].some(([one, from, to]) =>
    from !== undefined && to !== undefined ? from <= letter && letter <= to : one === letter,
  )

/** Tells whether a name fits a pattern. Takes at most the product of their lengths. */
function fitsPattern(pattern: string, name: string): boolean {
  const parts = partsOf(pattern)
  const letters = [...name]
  let part = 0
  let letter = 0
  let star = -1
  let afterStar = 0
  while (letter < letters.length) {
    const current = parts[part]
    if (current === 'any text') {
      star = part++
      afterStar = letter
    } else if (current?.(letters[letter] ?? '')) {
      part++
      letter++
    } else if (star >= 0) {
      part = star + 1
      letter = ++afterStar
    } else return false
  }
  return parts.slice(part).every((rest) => rest === 'any text')
}

/** The lists `only_events` and `exclude_events` of an address. */
export interface EventFilter {
  readonly only: readonly string[]
  readonly exclude: readonly string[]
}

/** Tells whether a post passes. A post without an event always does. */
export function passes({ only, exclude }: EventFilter, event: string | undefined): boolean {
  if (event === undefined) return true
  const fits = (patterns: readonly string[]) => patterns.some((pattern) => fitsPattern(pattern, event))
  return (only.length === 0 || fits(only)) && !fits(exclude)
}

/** Reads a list of patterns: JSON, or names with commas between them. */
export function readPatterns(text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return []
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed)) return parsed.filter((part) => typeof part === 'string')
  } catch {
    // Not JSON: names with commas.
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
