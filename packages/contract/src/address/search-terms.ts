import { othersOf } from './narrow-address.ts'
import { idIn, type OperandReader, operatorOf, readTerm, type Term, type TermProblem } from './terms.ts'

// The text of the search box. Conditions are written `operator:operand`, excluded ones with `-` before them; operands
// with spaces stand in quotation marks. All other words are searched for; those in quotation marks as a phrase.

/** A piece of what was typed: a term, or what is wrong with it. Plain words are one term, `search`, at the end. */
export type SearchPart =
  | { readonly text: string; readonly term: Term }
  | { readonly text: string; readonly problem: TermProblem }

export interface SearchLookups {
  readonly ownUserId?: number
  /** Finds a channel by name. */
  channelId(name: string): number | undefined
  /** Finds a person by what people type: a name, the beginning of one if that is clear, or an e-mail address. */
  userId(text: string): number | undefined
}

export interface SearchNames {
  channelName(id: number): string | undefined
  /** A text by which `SearchLookups.userId` finds the person. */
  userName(id: number): string | undefined
}

const values: Readonly<Partial<Record<string, readonly string[]>>> = {
  is: ['dm', 'starred', 'mentioned', 'alerted', 'unread', 'resolved', 'followed', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['all', 'public', 'web-public', 'archived'],
}

/**
 * Reads what people type into the search box. Words before a colon that are no operators count as plain words.
 * @example searchTerms('sender:iris -channel:design paper "two words"', lookups)
 */
export function searchTerms(text: string, lookups: SearchLookups): SearchPart[] {
  const reader = nameReader(lookups)
  const parts: SearchPart[] = []
  const words: string[] = []
  for (const token of tokensOf(text)) {
    const [, minus = '', word = '', operand = ''] = /^(-?)([a-z-]+):(.*)$/is.exec(token) ?? []
    const operator = operatorOf(word.toLowerCase())
    if (operator === undefined || operator === 'search') {
      words.push(operator === undefined ? token : operand)
      continue
    }
    const read = readTyped(word.toLowerCase(), operand, minus !== '', reader)
    if (typeof read === 'string') parts.push({ text: token, problem: read })
    else if (read) parts.push({ text: token, term: read })
  }
  const searched = words.filter((word) => word !== '').join(' ')
  if (searched !== '') parts.push({ text: searched, term: { operator: 'search', operand: searched } })
  return parts
}

function readTyped(
  word: string,
  operand: string,
  isNegated: boolean,
  reader: OperandReader,
): Term | TermProblem | undefined {
  const text = unquoted(operand)
  // The empty topic has to be quoted: a bare `topic:` is still being typed.
  if (text === '' && !(operand === '""' && operatorOf(word) === 'topic')) return 'no operand'
  const term = readTerm(word, text, isNegated, reader)
  if (typeof term !== 'object') return term
  const allowed = values[term.operator]
  if (!allowed) return term
  const value = String(term.operand).toLowerCase()
  // `has:images` is understood, too.
  const known = allowed.find((each) => each === value || (term.operator === 'has' && `${each}s` === value))
  return known === undefined ? 'unknown operand' : { ...term, operand: known }
}

/** Reads channels and people as people name them. */
function nameReader({ ownUserId, channelId, userId }: SearchLookups): OperandReader {
  const person = (text: string) => (text === 'me' ? ownUserId : undefined) ?? idIn(text) ?? userId(text)
  return {
    channel: (text) => channelId(text.replace(/^#/, '')) ?? idIn(text),
    person: (text) => (text.toLowerCase() === 'me' ? 'me' : person(text.replace(/^@/, ''))),
    people(text) {
      const ids = text.split(',').map((name) => person(name.trim().replace(/^@/, '')))
      return ids.every((id) => id !== undefined) ? othersOf(ids, ownUserId) : undefined
    },
  }
}

/** Splits a text at spaces outside of quotation marks. */
const tokensOf = (text: string): string[] => text.match(/(?:"(?:[^"]|"")*(?:"|$)|[^\s"])+/g) ?? []

/** Takes away the quotation marks around an operand, or around parts of it; a doubled one stands for itself. */
const unquoted = (operand: string): string =>
  operand.replace(/"((?:[^"]|"")*)(?:"|$)/g, (_, inner: string) => inner.replaceAll('""', '"')).trim()

/** Writes terms as people would type them. Plain words stand at the end. */
export function searchText(terms: readonly Term[], names: SearchNames): string {
  const words = terms.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand))
  const conditions = terms
    .filter(({ operator }) => operator !== 'search')
    .map(({ operator, operand, negated }) => {
      const text = operandText(operator, operand, names)
      return `${negated ? '-' : ''}${operator}:${quoted(text)}`
    })
  return [...conditions, ...words].join(' ')
}

function operandText(
  operator: string,
  operand: Term['operand'],
  { channelName, userName }: SearchNames,
): string {
  if (Array.isArray(operand)) return operand.map((id) => userName(id) ?? String(id)).join(', ')
  if (typeof operand === 'string') return operand
  const isPerson = operator === 'sender' || operator === 'mentions'
  const name = operator === 'channel' ? channelName(operand) : isPerson ? userName(operand) : undefined
  return name ?? String(operand)
}

const quoted = (text: string) => (/^$|[\s"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
