/** How well a name fits what is typed; lower is better. */
export type Fit = 0 | 1 | 2 | 3

/** Returns text as it is compared: without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Returns how well a name fits a query, or undefined. 0: it is the name. 1: the name begins with it. 2: words of the name
 * begin with the words of the query, in order. 3: it stands inside the name. Pass both folded.
 */
export function fitOf(query: string, name: string): Fit | undefined {
  if (query === '') return 1
  if (name === query) return 0
  if (name.startsWith(query)) return 1
  if (wordsBegin(query, name)) return 2
  // One letter stands inside nearly every name.
  return query.length > 1 && name.includes(query) ? 3 : undefined
}

function wordsBegin(query: string, name: string): boolean {
  const asked = query.split(/[\s_-]+/).filter(Boolean)
  if (asked.length === 0) return false
  let next = 0
  for (const word of name.split(/[^\p{L}\p{N}]+/u)) {
    if (word.startsWith(asked[next] ?? '')) next++
    if (next === asked.length) return true
  }
  return false
}
