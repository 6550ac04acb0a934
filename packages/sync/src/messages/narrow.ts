import type { Narrow as ApiNarrow } from '@tagma/contract/primitives.ts'

/** One condition of a narrow, as the API takes it. */
export type Term = Readonly<ApiNarrow[number]>

/** Conditions that a message has to fulfil, all of them. Pass `[...narrow]` to the API. */
export type Narrow = readonly Term[]

const current: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  'dm-with': 'dm-including',
  from: 'sender',
}

const currentOperands: Readonly<Record<string, string>> = {
  private: 'dm',
  links: 'link',
  images: 'image',
  attachments: 'attachment',
  reactions: 'reaction',
}

const listsPeople: ReadonlySet<string> = new Set(['dm', 'dm-including'])
const namesAnId: ReadonlySet<string> = new Set(['channel', 'sender', 'id', 'with', 'near', 'mentions'])

/**
 * Returns the narrow in the form that `narrowKey` and `fits` know: current names of operators, ids as numbers, people
 * ascending and without oneself. Terms `near` and `date` are left out: they say where to look, not what fits.
 */
export function canonicalNarrow(narrow: Narrow, userId: number): Narrow {
  return narrow.flatMap((term) => {
    const operator = current[term.operator] ?? term.operator
    if (operator === 'near' || operator === 'date') return []
    return [
      { operator, operand: canonicalOperand(operator, term.operand, userId), negated: term.negated ?? false },
    ]
  })
}

function canonicalOperand(operator: string, operand: Term['operand'], userId: number): Term['operand'] {
  if (listsPeople.has(operator)) {
    const named = Array.isArray(operand) ? operand : String(operand).split(',').map(asId)
    if (named.some((id) => typeof id !== 'number')) return operand
    const ids = [...new Set(named as number[])].toSorted((a, b) => a - b)
    return operator === 'dm' ? ids.filter((id) => id !== userId) : ids
  }
  if (operator === 'sender' && operand === 'me') return userId
  if (namesAnId.has(operator)) return asId(operand)
  if (operator === 'is' || operator === 'has') return currentOperands[String(operand)] ?? operand
  return operand
}

const asId = (operand: Term['operand']) => {
  const text = typeof operand === 'string' ? operand.trim() : operand
  return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text
}

/** Topics are compared without case, as the server does. */
export const topicKey = (topic: string): string => topic.toLowerCase()

const keys = new WeakMap<Narrow, string>()

/**
 * Returns a text that is the same for narrows that mean the same, in any order of their terms. The narrow has to be
 * canonical. The key of all messages is ''.
 * @example narrowKey([{ operator: 'channel', operand: 5 }, { operator: 'topic', operand: 'Hi' }]) // 'channel:5 topic:hi'
 */
export function narrowKey(narrow: Narrow): string {
  let key = keys.get(narrow)
  if (key === undefined) {
    key = narrow
      .map(({ operator, operand, negated }) => {
        const text = operator === 'topic' ? topicKey(String(operand)) : String(operand)
        return `${negated ? '-' : ''}${operator}:${encodeURIComponent(text)}`
      })
      .toSorted()
      .join(' ')
    keys.set(narrow, key)
  }
  return key
}

/** Returns the narrow of a topic. */
export const topicNarrow = (channelId: number, topic: string): Narrow => [
  { operator: 'channel', operand: channelId, negated: false },
  { operator: 'topic', operand: topic, negated: false },
]

/** Returns the narrow of a direct conversation with these people, oneself left out or not. */
export const directNarrow = (userIds: readonly number[], ownId: number): Narrow =>
  canonicalNarrow([{ operator: 'dm', operand: [...userIds] }], ownId)
