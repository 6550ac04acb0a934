import type { Operator, Term } from '@tagma/contract/address.ts'
import { type Fit, fitOf, folded } from '#parts/completion/match.ts'

/** Suggestions for the word that is being typed. */
export type TermSuggestion =
  | { readonly key: string; readonly kind: 'terms'; readonly terms: readonly Term[] }
  /** The beginning of a condition, to go on typing. */
  | { readonly key: string; readonly kind: 'operator'; readonly text: string }

export interface TermSources {
  readonly ownId: number
  readonly people: readonly { readonly user_id: number; readonly full_name: string; readonly email: string }[]
  readonly channels: readonly { readonly stream_id: number; readonly name: string }[]
  /** Topics that the page knows, newest first. */
  readonly topics: readonly { readonly channelId: number; readonly topic: string }[]
  /** Where one was when the search began. */
  readonly from: readonly Term[]
  /** The day in the reader's time zone: 2026-11-22. */
  readonly today: string
  /** A condition in the reader's language: it is found by these words, too. */
  readonly labelOf: (term: Term) => string
}

/** Suggestions for a word, and for the operand of an operator. */
const mostForWord = 7
const mostForOperand = 8

const fixedValues: Readonly<Partial<Record<Operator, readonly string[]>>> = {
  is: ['unread', 'starred', 'mentioned', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['all', 'public', 'web-public', 'archived'],
}
const operators = [
  'sender',
  'channel',
  'topic',
  'has',
  'is',
  'dm-with',
  'dm',
  'mentions',
  'channels',
  'date',
  'search',
  'id',
  'near',
] as const
const typedNames: Readonly<Record<string, Operator>> = {
  ...Object.fromEntries(operators.map((operator) => [operator, operator])),
  from: 'sender',
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'dm-including': 'dm-with',
}

/** Returns conditions that fit the word being typed. Without a word, those that one needs most often. */
export function suggestTerms(token: string, sources: TermSources): readonly TermSuggestion[] {
  const isNegated = token.startsWith('-')
  const word = isNegated ? token.slice(1) : token
  const colon = word.indexOf(':')
  const found =
    colon >= 0
      ? operandSuggestions(typedNames[word.slice(0, colon).toLowerCase()], word.slice(colon + 1), sources)
      : word === ''
        ? isNegated
          ? operators.slice(0, 5).map((operator) => beginning(operator))
          : starters(sources)
        : wordSuggestions(word, sources)
  return isNegated ? found.map(turned) : found
}

const suggestion = (...terms: readonly Term[]): TermSuggestion => ({
  key: JSON.stringify(terms),
  kind: 'terms',
  terms,
})
const beginning = (operator: string): TermSuggestion => ({
  key: operator,
  kind: 'operator',
  text: `${operator}:`,
})

function turned(of: TermSuggestion): TermSuggestion {
  if (of.kind === 'operator') return { ...of, key: `-${of.key}`, text: `-${of.text}` }
  // A topic is excluded within its channel.
  const last = of.terms.length - 1
  return suggestion(...of.terms.map((term, at): Term => (at === last ? { ...term, negated: true } : term)))
}

const starters = ({ from, ownId }: TermSources): readonly TermSuggestion[] => [
  ...(from.length > 0 ? [suggestion(...from)] : []),
  suggestion({ operator: 'sender', operand: ownId }),
  suggestion({ operator: 'has', operand: 'image' }),
  suggestion({ operator: 'has', operand: 'link' }),
  suggestion({ operator: 'is', operand: 'dm' }),
  ...['sender', 'channel', 'date'].map((operator) => beginning(operator)),
]

function operandSuggestions(
  operator: Operator | undefined,
  typed: string,
  sources: TermSources,
): readonly TermSuggestion[] {
  if (operator === undefined) return []
  if (operator === 'id' || operator === 'near')
    return /^\d{1,15}$/.test(typed) ? [suggestion({ operator, operand: Number(typed) })] : []
  const query = folded(typed.replace(/^["#@]+/, '').replaceAll('"', ''))
  return candidatesOf(operator, sources)
    .flatMap(({ name, item }) => {
      const fit = fitOf(query, folded(name))
      return fit === undefined ? [] : [{ fit, item }]
    })
    .toSorted((a, b) => a.fit - b.fit)
    .filter(onceOnly())
    .slice(0, mostForOperand)
    .map(({ item }) => item)
}

interface Candidate {
  readonly name: string
  readonly item: TermSuggestion
}

function candidatesOf(operator: Operator, sources: TermSources): readonly Candidate[] {
  const { people, channels, topics, labelOf, today } = sources
  switch (operator) {
    case 'sender':
    case 'mentions':
      return people.map(({ user_id: operand, full_name: name }) => ({
        name,
        item: suggestion({ operator, operand }),
      }))
    case 'dm':
    case 'dm-with':
      return people.map(({ user_id, full_name: name }) => ({
        name,
        item: suggestion({ operator, operand: [user_id] }),
      }))
    case 'channel':
      return channels.map(({ stream_id: operand, name }) => ({
        name,
        item: suggestion({ operator, operand }),
      }))
    case 'topic':
      return topics.map(({ channelId, topic }) => ({
        name: topic,
        item: suggestion({ operator: 'channel', operand: channelId }, { operator, operand: topic }),
      }))
    case 'date':
      return [0, 1, 7, 30].map((days) => {
        const operand = dayBefore(today, days)
        return { name: operand, item: suggestion({ operator, operand }) }
      })
    default:
      return (fixedValues[operator] ?? []).flatMap((operand) => {
        const term: Term = { operator, operand }
        const item = suggestion(term)
        return [
          { name: operand, item },
          { name: labelOf(term), item },
        ]
      })
  }
}

/** How many of each kind a word may bring, so that all kinds are seen. */
const kinds: readonly { readonly operator: Operator; readonly most: number }[] = [
  { operator: 'sender', most: 3 },
  { operator: 'dm-with', most: 1 },
  { operator: 'channel', most: 2 },
  { operator: 'topic', most: 2 },
  { operator: 'is', most: 1 },
  { operator: 'has', most: 1 },
  { operator: 'channels', most: 1 },
]

function wordSuggestions(word: string, sources: TermSources): readonly TermSuggestion[] {
  const query = folded(word.replace(/^[#@]/, ''))
  if (query === '') return []
  const begun = operators
    .filter((operator) => operator.startsWith(query))
    .map((operator) => ({ fit: 2 as Fit, item: beginning(operator) }))
  const isOf = (operator: Operator) =>
    word.startsWith('#') ? operator === 'channel' : word.startsWith('@') ? operator === 'sender' : true
  const found = kinds
    .filter(({ operator }) => isOf(operator))
    .flatMap(({ operator, most }) =>
      candidatesOf(operator, sources)
        .flatMap(({ name, item }) => {
          const fit = fitOf(query, folded(name))
          return fit === undefined || fit > 2 ? [] : [{ fit, item }]
        })
        .toSorted((a, b) => a.fit - b.fit)
        .filter(onceOnly())
        .slice(0, most),
    )
  return [...found, ...begun]
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, mostForWord)
    .map(({ item }) => item)
}

/** Keeps what fits under several names at its best place only. */
function onceOnly() {
  const seen = new Set<string>()
  return ({ item }: { readonly item: TermSuggestion }) => !seen.has(item.key) && Boolean(seen.add(item.key))
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
