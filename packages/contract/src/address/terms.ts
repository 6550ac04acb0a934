/** A condition of a narrow, with the current words of the API. */
export interface Term {
  readonly operator: Operator
  /** Ids of channels, messages and people are numbers; several people are a list. `me` is the reader. */
  readonly operand: string | number | number[]
  readonly negated?: true
}

/** The operators of narrows. `near` and `date` say where to begin; the others choose messages. */
export type Operator =
  | 'channel'
  | 'channels'
  | 'topic'
  | 'dm'
  | 'dm-with'
  | 'sender'
  | 'mentions'
  | 'is'
  | 'has'
  | 'search'
  | 'id'
  | 'with'
  | 'near'
  | 'date'

/** A problem with a term. */
export type TermProblem =
  | 'unknown operator'
  | 'no operand'
  | 'unknown operand'
  | 'unknown channel'
  | 'unknown person'
  | 'not a number'
  | 'not a date'
  | 'excludes everything'

/** Reads names of channels and people. */
export interface OperandReader {
  channel(text: string): number | undefined
  /** An id; or `me`, or an e-mail address that only the server knows. */
  person(text: string): number | string | undefined
  people(text: string): number[] | undefined
}

const operators = {
  channel: 'channel',
  stream: 'channel',
  channels: 'channels',
  streams: 'channels',
  topic: 'topic',
  subject: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  'dm-with': 'dm-with',
  'dm-including': 'dm-with',
  'group-pm-with': 'dm-with',
  sender: 'sender',
  from: 'sender',
  mentions: 'mentions',
  is: 'is',
  in: 'in',
  has: 'has',
  search: 'search',
  id: 'id',
  with: 'with',
  near: 'near',
  date: 'date',
} as const satisfies Record<string, Operator | 'in'>

/** Returns the current word of an operator; `in` is older and stands for other terms. */
export const operatorOf = (word: string): Operator | 'in' | undefined =>
  Object.hasOwn(operators, word) ? operators[word as keyof typeof operators] : undefined

/** Reads a term. Returns undefined for one that excludes nothing (`in:all`), or what is wrong with it. */
export function readTerm(
  word: string,
  text: string,
  isNegated: boolean,
  reader: OperandReader,
): Term | TermProblem | undefined {
  const operator = operatorOf(word)
  const negated = isNegated ? ({ negated: true } as const) : {}
  switch (operator) {
    case undefined:
      return 'unknown operator'
    case 'in':
      if (text === 'home')
        return { operator: 'is', operand: 'muted', ...(isNegated ? {} : { negated: true }) }
      if (text !== 'all') return 'unknown operand'
      return isNegated ? 'excludes everything' : undefined
    case 'channel': {
      const id = reader.channel(text)
      return id === undefined ? 'unknown channel' : { operator, operand: id, ...negated }
    }
    case 'dm':
    case 'dm-with': {
      const ids = reader.people(text)
      return ids === undefined ? 'unknown person' : { operator, operand: ids, ...negated }
    }
    case 'sender':
    case 'mentions': {
      const person = reader.person(text)
      return person === undefined ? 'unknown person' : { operator, operand: person, ...negated }
    }
    case 'id':
    case 'with':
    case 'near': {
      const id = idIn(text)
      return id === undefined ? 'not a number' : { operator, operand: id, ...negated }
    }
    case 'date':
      return isDate(text) ? { operator, operand: text, ...negated } : 'not a date'
    case 'is':
      return { operator, operand: text === 'private' ? 'dm' : text, ...negated }
    default:
      return { operator, operand: text, ...negated }
  }
}

/** Reads an id: digits only. */
export function idIn(text: string): number | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** A day, or a time of a day, as ISO 8601 has them. */
const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text) &&
  !Number.isNaN(Date.parse(text))
