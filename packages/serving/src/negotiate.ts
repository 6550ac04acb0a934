/** One entry of an Accept or Accept-Encoding header. */
interface Preference {
  readonly value: string
  readonly q: number
}

/** Reads the entries of a header. An entry with an invalid q is ignored. */
function preferences(header: string): Preference[] {
  const entries: Preference[] = []
  // Commas and semicolons inside quoted parameters do not separate.
  for (const entry of header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []) {
    const [value = '', ...parameters] = entry.match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? []
    const weight = parameters.map((parameter) => /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter)?.[1]).find(Boolean)
    const q = weight === undefined ? 1 : /^(0(\.\d*)?|1(\.0*)?)$/.test(weight) ? Number(weight) : undefined
    if (q !== undefined) entries.push({ value: value.trim().toLowerCase(), q })
  }
  return entries
}

export type Form = 'html' | 'markdown' | 'json'

const mediaTypes = {
  html: ['text/html', 'text/*', '*/*'],
  markdown: ['text/markdown'],
  json: ['application/json', 'application/problem+json'],
} as const

/**
 * Returns the form of an answer that the client prefers. HTML is the default. Markdown and JSON are chosen only by
 * name, with a q above 0 and at least that of HTML (RFC 9110, section 12.5.1).
 */
export function preferredForm(accept: string, offered: readonly Form[]): Form {
  if (!accept) return 'html'
  const entries = preferences(accept)
  const weightOf = (form: Form): number => {
    for (const type of mediaTypes[form]) {
      const named = entries.find(({ value }) => value === type)
      if (named) return named.q
    }
    return 0
  }
  let best: Form = 'html'
  let bestWeight = weightOf('html')
  for (const form of offered) {
    const weight = form === 'html' ? 0 : weightOf(form)
    if (weight > 0 && (weight > bestWeight || (weight === bestWeight && best === 'html'))) {
      best = form
      bestWeight = weight
    }
  }
  return best
}

/** Returns the tags of languages that an Accept-Language header names, the best liked one first. */
export const preferredLanguages = (header: string): string[] =>
  preferences(header)
    .filter(({ value, q }) => q > 0 && value !== '*')
    .toSorted((a, b) => b.q - a.q)
    .map(({ value }) => value)

/** From the smallest result to the largest. */
export const codings = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof codings)[number] | 'identity'

/** Returns the coding that the client likes best; of those that it likes equally, the first one offered. */
export function preferredCoding(
  acceptEncoding: string,
  offered: readonly (typeof codings)[number][] = codings,
): Coding {
  if (!acceptEncoding) return 'identity'
  const entries = preferences(acceptEncoding)
  let best: Coding = 'identity'
  let bestWeight = entries.find(({ value }) => value === 'identity')?.q ?? 0
  for (const coding of offered) {
    const weight = entries.find(({ value }) => value === coding)?.q ?? 0
    if (weight > 0 && (weight > bestWeight || (weight === bestWeight && best === 'identity'))) {
      best = coding
      bestWeight = weight
    }
  }
  return best
}

/** Remembers the results of a pure function for the few texts that most callers send. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = compute(text)
    if (answers.size >= 256) answers.clear()
    if (text.length <= 512) answers.set(text, answer)
    return answer
  }
}
