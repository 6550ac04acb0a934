import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import { isLimited } from './fits.ts'
import type { Narrow, Term } from './narrow.ts'

/** Parts of the knowledge by which messages come into a narrow or leave it. */
export type Aspect = 'place' | 'flags' | 'content' | 'reactions' | 'policies' | 'channels' | 'received'

const everything: readonly Aspect[] = [
  'place',
  'flags',
  'content',
  'reactions',
  'policies',
  'channels',
  'received',
]

const ofOperator: Readonly<Record<string, readonly Aspect[]>> = {
  channel: ['place'],
  topic: ['place'],
  with: ['place'],
  channels: ['place', 'channels'],
  mentions: ['flags'],
  search: ['content', 'place'],
  dm: [],
  'dm-including': [],
  sender: [],
  id: [],
  near: [],
}

const ofOperand: Readonly<Record<string, readonly Aspect[]>> = {
  'is dm': [],
  'is starred': ['flags'],
  'is alerted': ['flags'],
  'is mentioned': ['flags'],
  'is unread': ['flags'],
  'is followed': ['place', 'policies'],
  'is muted': ['place', 'policies'],
  'is resolved': ['place'],
  'has reaction': ['reactions'],
  'has link': ['content'],
  'has image': ['content'],
  'has attachment': ['content'],
}

const aspectsOf = ({ operator, operand }: Term): readonly Aspect[] =>
  ofOperator[operator] ?? ofOperand[`${operator} ${String(operand)}`] ?? everything

const remembered = new WeakMap<Narrow, ReadonlySet<Aspect>>()

/** Tells whether messages come into a narrow or leave it when an aspect of them changes. */
export function dependsOn(narrow: Narrow, aspect: Aspect): boolean {
  let aspects = remembered.get(narrow)
  if (!aspects) {
    aspects = new Set([...narrow.flatMap(aspectsOf), ...(isLimited(narrow) ? (['received'] as const) : [])])
    remembered.set(narrow, aspects)
  }
  return aspects.has(aspect)
}

/** Tells whether only the server knows if a message belongs to a narrow after this aspect of it changed. */
export const needsServer = (narrow: Narrow, aspect: Aspect): boolean =>
  narrow.some((term) => !isDecided(term) && aspectsOf(term).includes(aspect))

const isDecided = ({ operator, operand }: Term): boolean =>
  operator in ofOperator
    ? operator !== 'search' && operator !== 'with'
    : operator === 'is'
      ? `is ${String(operand)}` in ofOperand
      : operator === 'has' && operand === 'reaction'

const flagTerms: Readonly<Record<string, readonly MessageFlag[]>> = {
  'is starred': ['starred'],
  'is alerted': ['has_alert_word'],
  'is mentioned': ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
  'is unread': ['read'],
}

/** Tells whether a changed flag can bring a message into a narrow. */
export const canBringIn = (narrow: Narrow, flag: MessageFlag, isAdded: boolean): boolean =>
  narrow.some((term) => {
    const { operator, operand, negated = false } = term
    if (operator === 'mentions')
      return flagTerms['is mentioned']?.includes(flag) === true && isAdded !== negated
    const flags = flagTerms[`${operator} ${String(operand)}`]
    if (!flags) return aspectsOf(term) === everything
    const isInverse = negated !== (operand === 'unread')
    return flags.includes(flag) && isAdded !== isInverse
  })
