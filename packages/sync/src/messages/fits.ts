import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import { isResolved } from '@tagma/rules/topics.ts'
import type { Facts } from './facts.ts'
import type { Message } from './message.ts'
import { type Narrow, type Term, topicKey } from './narrow.ts'

/** Whether a message belongs to a narrow. `unknown` if only the server can tell, such as for a search. */
export type Fit = 'yes' | 'no' | 'unknown'

/** The parts of a message that may be missing because the message itself was never fetched. */
export type Fitting = Pick<Message, 'id'> & Partial<Message>

/** Finds a message that a term `with` names. */
export type FindMessage = (id: number) => Message | undefined

const nothing: FindMessage = () => undefined

/** Decides whether a message belongs to a canonical narrow. Parts of the message that are missing count as unknown. */
export function fits(narrow: Narrow, message: Fitting, facts: Facts, find: FindMessage = nothing): Fit {
  let fit = limitOf(narrow, message)
  if (fit === 'no') return 'no'
  for (const term of narrow) {
    // The server goes on with the conversation of the message, wherever it is now.
    if (placeOperators.has(term.operator) && narrow.some(({ operator }) => operator === 'with')) continue
    const own = fitOf(term, message, facts, find)
    const decided = term.negated && own !== 'unknown' ? flipped[own] : own
    if (decided === 'no') return 'no'
    if (decided === 'unknown') fit = 'unknown'
  }
  return fit
}

const flipped = { yes: 'no', no: 'yes' } as const
const placeOperators: ReadonlySet<string> = new Set(['channel', 'topic', 'dm'])
const when = (is: boolean | undefined): Fit => (is === undefined ? 'unknown' : is ? 'yes' : 'no')

/** Whether the server limits a narrow to messages that the user received when they were sent. */
export const isLimited = (narrow: Narrow): boolean =>
  !narrow.some(
    ({ operator, operand, negated }) =>
      operator === 'with' ||
      (!negated &&
        (operator === 'channel' ||
          operator === 'channels' ||
          operator === 'dm' ||
          operator === 'dm-including' ||
          (operator === 'is' && wholeHistory.has(String(operand))))),
  )

const wholeHistory: ReadonlySet<string> = new Set(['dm', 'starred', 'mentioned', 'alerted'])

const limitOf = (narrow: Narrow, { type, flags }: Fitting): Fit => {
  if (type === 'private' || !isLimited(narrow)) return 'yes'
  return flags === undefined ? 'unknown' : when(!flags.includes('historical'))
}

function fitOf({ operator, operand }: Term, message: Fitting, facts: Facts, find: FindMessage): Fit {
  const { type, stream_id: channelId, subject: topic, participants } = message
  switch (operator) {
    case 'channel':
      if (type === undefined && channelId === undefined) return 'unknown'
      return typeof operand === 'number' ? when(channelId === operand) : 'unknown'
    case 'channels':
      return kindFit(operand, message, facts)
    case 'topic':
      if (type === 'private') return 'no'
      return topic === undefined ? 'unknown' : when(topicKey(topic) === topicKey(String(operand)))
    case 'dm':
    case 'dm-including':
      if (channelId !== undefined) return 'no'
      if (!participants || !Array.isArray(operand)) return 'unknown'
      return when(
        operand.every((id) => participants.includes(id)) &&
          (operator === 'dm-including' ||
            participants.every((id) => id === facts.userId || operand.includes(id))),
      )
    case 'sender':
      return message.sender_id === undefined || typeof operand !== 'number'
        ? 'unknown'
        : when(message.sender_id === operand)
    case 'mentions':
      return operand === facts.userId ? hasFlag(message, mentionFlags) : 'unknown'
    case 'is':
      return isFit(String(operand), message, facts)
    case 'has':
      return hasFit(String(operand), message)
    case 'id':
      return when(message.id === operand)
    case 'with':
      return withFit(find(Number(operand)), message)
    case 'near':
      return 'yes'
    default:
      return 'unknown'
  }
}

function kindFit(kind: Term['operand'], { type, stream_id: channelId }: Fitting, facts: Facts): Fit {
  if (type === 'private') return 'no'
  if (kind === 'all' && type !== undefined) return 'yes'
  if (channelId === undefined) return 'unknown'
  if (kind !== 'public' && kind !== 'web-public' && kind !== 'archived') return 'unknown'
  return when(facts.isOfKind(channelId, kind))
}

const mentionFlags = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as const

const hasFlag = ({ flags }: Fitting, wanted: readonly MessageFlag[]): Fit =>
  when(flags && wanted.some((flag) => flags.includes(flag)))

function isFit(operand: string, message: Fitting, facts: Facts): Fit {
  const { type, stream_id: channelId, subject: topic } = message
  const ofTopic = (is: (channelId: number, topic: string) => boolean): Fit => {
    if (type === 'private') return 'no'
    return channelId === undefined || topic === undefined ? 'unknown' : when(is(channelId, topic))
  }
  switch (operand) {
    case 'dm':
      return type === undefined ? (channelId === undefined ? 'unknown' : 'no') : when(type === 'private')
    case 'starred':
      return hasFlag(message, ['starred'])
    case 'alerted':
      return hasFlag(message, ['has_alert_word'])
    case 'mentioned':
      return hasFlag(message, mentionFlags)
    case 'unread':
      return when(message.flags && !message.flags.includes('read'))
    case 'followed':
      return ofTopic(facts.isFollowed)
    case 'muted':
      return ofTopic(facts.isMuted)
    case 'resolved':
      return ofTopic((_channelId, name) => isResolved(name))
    default:
      return 'unknown'
  }
}

/** Reads the HTML: what it cannot hold without a link, a picture or an address of an upload is certain. */
function hasFit(operand: string, { content, reactions }: Fitting): Fit {
  if (operand === 'reaction') return when(reactions && reactions.length > 0)
  if (content === undefined) return 'unknown'
  const hasMedia = /<(img|video|audio)\b/.test(content)
  switch (operand) {
    case 'link':
      return content.includes('<a ') ? 'yes' : hasMedia ? 'unknown' : 'no'
    case 'image':
      return hasMedia || content.includes('<a ') ? 'unknown' : 'no'
    case 'attachment':
      return content.includes('user_uploads') ? 'unknown' : 'no'
    default:
      return 'unknown'
  }
}

/** Whether a message is in the conversation of another one. */
function withFit(other: Message | undefined, message: Fitting): Fit {
  const { stream_id: channelId, subject: topic, participants } = message
  if (message.id === other?.id) return 'yes'
  if (!other) return 'unknown'
  if (other.type === 'stream') {
    if (message.type === 'private') return 'no'
    if (channelId === undefined || topic === undefined) return 'unknown'
    return when(channelId === other.stream_id && topicKey(topic) === topicKey(other.subject))
  }
  if (channelId !== undefined) return 'no'
  return participants ? when(participants.join() === other.participants.join()) : 'unknown'
}
