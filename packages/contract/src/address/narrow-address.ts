import {
  channelSlug,
  decodeHashComponent,
  directSlug,
  encodeHashComponent,
  isReadable,
} from './hash-component.ts'
import { idIn, type OperandReader, operatorOf, readTerm, type Term } from './terms.ts'
import { type At, type MessageView, termsOf, viewOfTerms } from './view.ts'

/** The knowledge that reading older addresses takes. Each may be left out. */
export interface AddressLookups {
  /** Own id, which addresses of direct messages may or may not name. */
  readonly ownUserId?: number
  /** Finds a channel by its exact name. */
  channelId?(name: string): number | undefined
  /** Finds a person by e-mail address. */
  userId?(email: string): number | undefined
}

/** The names that addresses show beside ids. Each may be left out. */
export interface AddressNames {
  readonly ownUserId?: number
  channelName?(id: number): string | undefined
  groupName?(id: number): string | undefined
}

/** Reads the parts after `#narrow/`. Returns undefined for what cannot be read. */
export function readNarrow(parts: readonly string[], lookups: AddressLookups): MessageView | undefined {
  const reader = slugReader(lookups)
  const terms: Term[] = []
  const pairs = withEmptyTopic(parts)
  for (let index = 0; index < pairs.length; index += 2) {
    const word = decodeHashComponent(pairs[index] ?? '')
    const text = decodeHashComponent(pairs[index + 1] ?? '')
    if (word === undefined || text === undefined || index + 1 >= pairs.length) return undefined
    const isNegated = word.startsWith('-')
    const term = readTerm(isNegated ? word.slice(1) : word, text, isNegated, reader)
    if (typeof term === 'string') return undefined
    if (term) terms.push(term)
  }
  return viewOfTerms(terms)
}

/** An odd number of parts: the empty topic was left out, or a slash stands at the end. */
function withEmptyTopic(parts: readonly string[]): readonly string[] {
  if (parts.length % 2 === 0) return parts
  const index = parts.findIndex(
    (part, at) =>
      at % 2 === 0 && operatorOf(part) === 'topic' && /^(with|near|date)?$/.test(parts[at + 1] ?? ''),
  )
  if (index >= 0) return parts.toSpliced(index + 1, 0, '')
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts
}

/** Reads channels and people as addresses name them: id first, anything behind it; or as older addresses did. */
function slugReader({ ownUserId, channelId, userId }: AddressLookups): OperandReader {
  const idOfSlug = (text: string) => idIn(/^(\d+)(?:-|$)/.exec(text)?.[1] ?? '')
  return {
    channel: (text) => idOfSlug(text) ?? channelId?.(text) ?? channelId?.(text.replaceAll('-', ' ')),
    person: (text) => idOfSlug(text) ?? (text === 'me' ? text : byAddress(text, userId)),
    people(text) {
      const [, list] = /^(\d+(?:,\d+)*)(?:-|$)/.exec(text) ?? []
      const ids = list ? list.split(',').map(idIn) : text.split(',').map((email) => userId?.(email.trim()))
      return ids.every((id) => id !== undefined) ? othersOf(ids, ownUserId) : undefined
    },
  }
}

const byAddress = (text: string, userId: AddressLookups['userId']) =>
  text.includes('@') ? (userId?.(text) ?? text) : undefined

/** Returns the ids of a direct conversation's others; the own one only for notes to oneself. */
export function othersOf(ids: readonly number[], ownUserId: number | undefined): number[] {
  const unique = [...new Set(ids)].toSorted((a, b) => a - b)
  const others = unique.filter((id) => id !== ownUserId)
  return others.length > 0 ? others : unique
}

/** Writes `#narrow/…` for a view. */
export function writeNarrow(view: MessageView, names: AddressNames): string {
  const { at } = view
  const conditions = termsOf(view).filter(({ operator }) => operator !== 'with')
  return `#narrow${[...conditions, ...placeTerms(at)].map((term) => writeTerm(term, names)).join('')}`
}

function placeTerms(at: At | undefined): Term[] {
  if (!at) return []
  if ('near' in at) return [{ operator: 'near', operand: at.near }]
  if ('with' in at) return [{ operator: 'with', operand: at.with }]
  return [{ operator: 'date', operand: at.date }]
}

const writeTerm = ({ operator, operand, negated }: Term, names: AddressNames) =>
  `/${negated ? '-' : ''}${operator}/${writeOperand(operator, operand, names)}`

function writeOperand(
  operator: Term['operator'],
  operand: Term['operand'],
  { ownUserId, channelName }: AddressNames,
): string {
  if (Array.isArray(operand)) {
    if (operator !== 'dm') return operand.join(',')
    return directSlug([...new Set(ownUserId === undefined ? operand : [...operand, ownUserId])])
  }
  if (operator === 'channel' && typeof operand === 'number') {
    const name = channelName?.(operand)
    return name !== undefined && isReadable(name) ? channelSlug(operand, name) : String(operand)
  }
  return encodeHashComponent(String(operand))
}
