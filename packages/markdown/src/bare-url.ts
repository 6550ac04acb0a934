import tlds from 'tlds' with { type: 'json' }

/** Endings of file names that are also top-level domains. They do not make a domain. */
const fileEndings = ['java', 'md', 'mov', 'py', 'zip']
const topLevelDomains: ReadonlySet<string> = new Set(tlds.filter((tld) => !fileEndings.includes(tld)))

const candidate = /:\/\/|[\p{L}\p{N}_-][.@]/u
const token = /[^\s\u0002]+/g
const beforeUrl = /['"(,:<]/
const closingPunctuation = /[!:;?),.'">]/
const webAddress = /^https?:\/\/[\p{L}\p{N}_.:@-]+/u
const host = /^(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)/u
const mailAddress = /^[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u

/** The number of places in one word where an address may begin. The bound keeps the time linear. */
const maxAttempts = 50

export interface BareUrl {
  readonly start: number
  readonly end: number
}

/**
 * Finds addresses that stand in the text without markup: with `http://` or `https://`, a domain that ends in a real
 * top-level domain, or a mail address. An address begins at whitespace or an opening mark. Only punctuation may stand
 * between its end and the next whitespace. Balanced parentheses belong to it.
 */
export function findBareUrls(text: string): BareUrl[] {
  if (!candidate.test(text)) return []
  const urls: BareUrl[] = []
  token.lastIndex = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const end = match.index + match[0].length
    // A placeholder at either end is text that touches the address.
    if (text[end] === '\u0002') continue
    const url = urlInToken(match[0])
    if (url !== null) urls.push({ start: match.index + url.start, end: match.index + url.end })
  }
  return urls
}

function urlInToken(word: string): BareUrl | null {
  if (!word.includes('.') && !word.includes('://')) return null
  let stop = word.length
  while (stop > 0 && closingPunctuation.test(word[stop - 1]!)) stop--
  for (let start = 0, attempts = 0; start < stop && attempts < maxAttempts; start++) {
    if (start > 0 && !beforeUrl.test(word[start - 1]!)) continue
    attempts++
    const end = endOfUrl(word, start, stop)
    if (end !== null) return { start, end }
  }
  return null
}

/**
 * Returns the end of the address that begins at `start`: at `stop` or in the punctuation after it. Null without an
 * address.
 */
function endOfUrl(word: string, start: number, stop: number): number | null {
  const rest = word.slice(start)
  if (mailAddress.test(rest.slice(0, stop - start))) return stop
  const domain = webAddress.exec(rest)?.[0].length ?? domainLength(rest)
  if (domain === null) return null
  if (start + domain >= stop) return stop
  const next = rest[domain]
  if (next !== '/' && !(rest.startsWith('http') && (next === '?' || next === '#'))) return null
  return balancedEnd(word, start + domain, stop)
}

function domainLength(rest: string): number | null {
  const match = host.exec(rest)
  if (match === null) return null
  return topLevelDomains.has(match[1]!) ? match[0].length : null
}

/** Returns the first position from `stop` on at which all parentheses since `from` are closed, or null. */
function balancedEnd(word: string, from: number, stop: number): number | null {
  let depth = 0
  for (let position = from; position <= word.length; position++) {
    if (position >= stop && depth === 0) return position
    const character = word[position]
    if (character === '"') return null
    if (character === '(') depth++
    if (character === ')' && --depth < 0) return null
  }
  return null
}
