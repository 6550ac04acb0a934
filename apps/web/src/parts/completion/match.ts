/** How well a name fits what is typed; lower is better. */
export type Fit = 0 | 1 | 2 | 3

const isAscii = /^[ -~]*$/

/** Returns text as it is compared: without case and accents. */
export function folded(text: string): string {
  // Most names, in organizations of many thousand people.
  if (isAscii.test(text)) return text.toLowerCase()
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
  // Names are many: only those that hold the first word are taken apart.
  const [first = query] = wordsOf(query)
  if (!name.includes(first)) return undefined
  if (wordsBegin(query, name)) return 2
  // One letter stands inside nearly every name.
  return query.length > 1 && name.includes(query) ? 3 : undefined
}

let lastQuery = { text: '', words: [] as readonly string[] }

/** Takes a query apart, once for all names that it is compared with. */
function wordsOf(query: string): readonly string[] {
  if (lastQuery.text !== query) lastQuery = { text: query, words: query.split(/[\s_-]+/).filter(Boolean) }
  return lastQuery.words
}

function wordsBegin(query: string, name: string): boolean {
  const asked = wordsOf(query)
  let from = 0
  for (const word of asked) {
    const at = wordAt(name, word, from)
    if (at < 0) return false
    from = at + word.length
  }
  return asked.length > 0
}

/** Returns where a word of the name begins with `start`, from a place on, or -1. Takes no name apart: names are many. */
function wordAt(name: string, start: string, from: number): number {
  let at = name.indexOf(start, from)
  while (at > 0 && isInWord.test(name[at - 1]!)) at = name.indexOf(start, at + 1)
  return at
}

const isInWord = /[\p{L}\p{N}]/u
