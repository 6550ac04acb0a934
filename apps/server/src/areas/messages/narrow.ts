import type { Narrow } from '@tagma/contract/primitives.ts'
import { hasSharedHistory, mayReadChannel } from '#areas/channels/rules.ts'
import { findByVisibleEmail } from '#areas/users/list-users.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { findDirectConversation, findTopic, topicKey } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import {
  allOf,
  anyOf,
  hasContent,
  hasReaction,
  hasTopicKey,
  hasTopicPrefix,
  inSpanOf,
  isAmong,
  isDirectFor,
  isFlaggedBy,
  isFollowedBy,
  isFromSender,
  isInChannels,
  isInConversation,
  isMutedFor,
  type MessageCondition,
  not,
  receivedBy,
} from '#store/message-conditions.ts'
import { flagBits, mentionBits } from '#store/message-flags.ts'
import { findMessages } from '#store/messages.ts'
import type { SearchScope } from '#store/search-index.ts'
import { receivedSpans, subscribedChannelIds } from '#store/subscription-spans.ts'
import { isSubscribed } from '#store/subscriptions.ts'
import { unreadIds, unreadMessages } from '#store/unread-messages.ts'
import { readableMessages } from './readable-messages.ts'
import { emptyTopicName } from './render-content.ts'
import { resolvedPrefix } from './rules.ts'

type Term = Narrow[number]

/** A narrow that was understood. */
export interface ResolvedNarrow {
  /** What the messages have to meet; among it always what limits them to those that the caller may read. */
  readonly conditions: readonly MessageCondition[]
  /** The texts searched for. */
  readonly search: readonly string[]
  /** Where the search index has to look: the same limit, as the index knows it. */
  readonly scope: SearchScope
  /** The sender that all of them have, where the narrow names one. */
  readonly senderId: number | undefined
}

interface Resolving {
  readonly db: Db
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
}

const channelOperators = new Set(['channel', 'stream'])
const channelsOperators = new Set(['channels', 'streams'])
const topicOperators = new Set(['topic', 'subject'])
const directOperators = new Set(['dm', 'pm-with'])
const senderOperators = new Set(['sender', 'from'])
const searchedFlags = { starred: flagBits.starred, alerted: flagBits.has_alert_word } as const

/**
 * Understands a narrow. Refuses operators and operands that do not exist. A narrow that is about no channel reaches
 * what the caller received, or with `readable` everything that they may read.
 */
export async function resolveNarrow(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  given: Narrow,
  reach: 'received' | 'readable' = 'received',
): Promise<ResolvedNarrow> {
  const resolving = { db, directory, caller }
  const narrow = await followMessage(resolving, given)
  const { limit, scope } = await limitFor(resolving, narrow, reach)
  const conditions: MessageCondition[] = [limit]
  const search: string[] = []
  for (const term of narrow) {
    if (term.operator === 'search') {
      if (typeof term.operand !== 'string') throw invalidOperand(term)
      if (term.negated) throw badRequest("Invalid narrow operator: 'search' cannot be negated")
      if (term.operand.trim() !== '') search.push(term.operand)
      continue
    }
    const condition = await conditionOf(resolving, term, narrow)
    if (condition) conditions.push(term.negated ? not(condition) : condition)
  }
  const sender = narrow.find(({ operator, negated }) => senderOperators.has(operator) && !negated)
  return { conditions, search, scope, senderId: sender && senderOf(resolving, sender).id }
}

const invalidOperand = ({ operator, operand }: Term) =>
  badRequest(`Invalid narrow operator: ${operator} cannot have the operand ${JSON.stringify(operand)}`)

/** Where a term `with` names a message, the conversation that it is in now takes the place of the one named. */
async function followMessage(resolving: Resolving, narrow: Narrow): Promise<Narrow> {
  const term = narrow.find(({ operator }) => operator === 'with')
  if (!term) return narrow
  if (term.negated) throw badRequest("Invalid narrow operator: 'with' cannot be negated")
  const { db, directory, caller } = resolving
  const id = idOf(term)
  const rest = narrow.filter(({ operator }) => operator !== 'with')
  const [message] = await readableMessages(db, directory, caller, await findMessages(db, [id]))
  const isPlace = ({ operator, operand, negated }: Term) =>
    !negated &&
    (channelOperators.has(operator) ||
      topicOperators.has(operator) ||
      directOperators.has(operator) ||
      (operator === 'is' && operand === 'dm'))
  if (!message) {
    if (rest.some(isPlace)) return rest
    throw badRequest(
      "Invalid narrow operator: 'with' names a message that does not exist or that you may not read",
    )
  }
  return [...rest.filter((other) => !isPlace(other)), { operator: 'conversation', operand: message.id }]
}

const idOf = (term: Term): number => {
  const id =
    typeof term.operand === 'string' && /^\d+$/.test(term.operand) ? Number(term.operand) : term.operand
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw invalidOperand(term)
  return id
}

/** What of all messages a narrow can reach: of the channels it is about all that may be read, else what was received. */
async function limitFor(
  { db, directory, caller }: Resolving,
  narrow: Narrow,
  reach: 'received' | 'readable',
): Promise<{ limit: MessageCondition; scope: SearchScope }> {
  const own = { userId: caller.id }
  const conversation = narrow.find(({ operator }) => operator === 'conversation')
  if (conversation) {
    // The message was found to be readable.
    const row = (await findMessages(db, [Number(conversation.operand)])).get(Number(conversation.operand))
    if (row?.channel_id === 0)
      return {
        limit: isDirectFor(caller.id),
        scope: { ...own, channelIds: [], conversationId: row.conversation_id },
      }
    const channel = directory.channels.get(row?.channel_id ?? 0)
    if (channel) return limitToChannel(channel, row?.conversation_id)
  }
  const term = narrow.find(({ operator, negated }) => channelOperators.has(operator) && !negated)
  if (term) {
    const channel = channelOf(directory, term)
    const isIn = await isSubscribed(db, caller.id, channel.id)
    if (!mayReadChannel(directory, caller, channel, isIn))
      throw badRequest('Invalid narrow operator: unknown channel')
    const topic = narrow.find(({ operator, negated }) => topicOperators.has(operator) && !negated)
    return limitToChannel(channel, topic && (await topicConversationOf(db, directory, channel, topic)))
  }
  const isAboutDirect = narrow.some(
    ({ operator, operand, negated }) =>
      !negated &&
      (directOperators.has(operator) ||
        operator === 'dm-including' ||
        operator === 'group-pm-with' ||
        (operator === 'is' && (operand === 'dm' || operand === 'private'))),
  )
  if (isAboutDirect) return { limit: isDirectFor(caller.id), scope: { ...own, channelIds: [] } }

  const subscribed = new Set(await subscribedChannelIds(db, caller.id))
  const readable = (channel: ChannelRecord) =>
    mayReadChannel(directory, caller, channel, subscribed.has(channel.id))
  const wholeHistory =
    reach === 'readable' ||
    narrow.some(
      ({ operator, negated, operand }) =>
        (channelsOperators.has(operator) && !negated) ||
        // Flags can be on messages that were read in the history of a channel.
        (operator === 'is' && !negated && ['starred', 'mentioned', 'alerted'].includes(String(operand))),
    )
  if (wholeHistory) {
    const channels = [...directory.channels.values()].filter(readable)
    const shared = channels.filter(hasSharedHistory).map(({ id }) => id)
    const received = channels.filter((channel) => !hasSharedHistory(channel)).map(({ id }) => id)
    return {
      limit: anyOf(isInChannels(shared), receivedBy(caller.id, received)),
      scope: { ...own, channelIds: [...shared, ...received] },
    }
  }
  const channelIds = [...(await receivedSpans(db, caller.id)).keys()].filter((id) => {
    const channel = directory.channels.get(id)
    return channel !== undefined && readable(channel)
  })
  return { limit: receivedBy(caller.id, channelIds), scope: { ...own, channelIds } }

  function limitToChannel(channel: ChannelRecord, conversationId?: number) {
    // A topic is found by its own index: its channel need not be asked for as well.
    const inChannel =
      conversationId === undefined ? isInChannels([channel.id]) : isInConversation(conversationId)
    return {
      limit: hasSharedHistory(channel) ? inChannel : allOf(inChannel, inSpanOf(caller.id)),
      scope: { channelIds: [channel.id], ...(conversationId === undefined ? {} : { conversationId }) },
    }
  }
}

function channelOf(directory: OrganizationDirectory, { operand }: Term): ChannelRecord {
  const byName = typeof operand === 'string' ? directory.channelByName(operand) : undefined
  const id = typeof operand === 'string' && /^\d+$/.test(operand) ? Number(operand) : operand
  const channel = byName ?? (typeof id === 'number' ? directory.channels.get(id) : undefined)
  if (!channel) throw badRequest('Invalid narrow operator: unknown channel')
  return channel
}

/** The condition of a term; undefined for terms that exclude nothing. */
async function conditionOf(
  resolving: Resolving,
  term: Term,
  narrow: Narrow,
): Promise<MessageCondition | undefined> {
  const { db, directory, caller } = resolving
  const { operator, operand } = term
  const organizationId = directory.organization.id
  const channel = narrow.find((other) => channelOperators.has(other.operator) && !other.negated)
  // The limit says it already.
  if (term === channel) return undefined
  if (channelOperators.has(operator)) return isInChannels([channelOf(directory, term).id])
  if (directOperators.has(operator)) {
    const users = usersOf(resolving, term)
    const conversation = await findDirectConversation(db, organizationId, [
      ...users.map((user) => user.id),
      caller.id,
    ])
    return isInConversation(conversation ?? -1)
  }
  if (channelsOperators.has(operator)) return isInChannels(channelsOf(directory, term))
  if (topicOperators.has(operator)) {
    if (channel)
      return isInConversation(await topicConversationOf(db, directory, channelOf(directory, channel), term))
    return hasTopicKey(organizationId, topicKey(topicOf(term)))
  }
  switch (operator) {
    case 'conversation': {
      const id = idOf(term)
      return isInConversation((await findMessages(db, [id])).get(id)?.conversation_id ?? -1)
    }
    case 'dm-including':
    case 'group-pm-with':
      return allOf(...usersOf(resolving, term).map((user) => isDirectFor(user.id)))
    case 'sender':
    case 'from':
      return isFromSender(senderOf(resolving, term).id)
    case 'mentions':
      return isFlaggedBy(userOf(resolving, operand).id, mentionBits)
    case 'id':
      return isAmong(db, [idOf(term)])
    case 'near':
      idOf(term)
      return undefined
    case 'is':
      return isCondition(resolving, term)
    case 'has':
      return hasCondition(term)
    default:
      throw badRequest(`Invalid narrow operator: unknown operator ${operator}`)
  }
}

function topicOf(term: Term): string {
  if (typeof term.operand !== 'string') throw invalidOperand(term)
  return term.operand === emptyTopicName ? '' : term.operand
}

async function topicConversationOf(
  db: Db,
  directory: OrganizationDirectory,
  channel: ChannelRecord,
  term: Term,
): Promise<number> {
  return (await findTopic(db, directory.organization.id, channel.id, topicOf(term)))?.id ?? -1
}

function channelsOf(directory: OrganizationDirectory, term: Term): number[] {
  const channels = [...directory.channels.values()]
  const wanted =
    term.operand === 'public'
      ? channels.filter((channel) => !channel.isPrivate)
      : term.operand === 'web-public'
        ? channels.filter((channel) => channel.isWebPublic)
        : term.operand === 'archived'
          ? channels.filter((channel) => channel.isArchived)
          : undefined
  if (!wanted) throw invalidOperand(term)
  return wanted.map(({ id }) => id)
}

async function isCondition({ db, directory, caller }: Resolving, term: Term): Promise<MessageCondition> {
  switch (term.operand) {
    case 'dm':
    case 'private':
      return isDirectFor(caller.id)
    case 'starred':
    case 'alerted':
      return isFlaggedBy(caller.id, searchedFlags[term.operand])
    case 'mentioned':
      return isFlaggedBy(caller.id, mentionBits)
    case 'unread':
      return isAmong(db, unreadIds(await unreadMessages(db, caller.id)))
    case 'followed':
      return isFollowedBy(caller.id)
    case 'muted':
      return isMutedFor(caller.id)
    case 'resolved':
      return hasTopicPrefix(directory.organization.id, resolvedPrefix)
    default:
      throw invalidOperand(term)
  }
}

function hasCondition(term: Term): MessageCondition {
  switch (term.operand) {
    case 'link':
    case 'links':
      return hasContent('has_link')
    case 'image':
    case 'images':
      return hasContent('has_image')
    case 'attachment':
    case 'attachments':
      return hasContent('has_attachment')
    case 'reaction':
    case 'reactions':
      return hasReaction
    default:
      throw invalidOperand(term)
  }
}

const senderOf = (resolving: Resolving, { operand }: Term) =>
  userOf(resolving, operand === 'me' ? resolving.caller.id : operand)

/** The user of an id, or of an email address as far as the caller may know it. */
function userOf(resolving: Resolving, operand: Term['operand']): UserRecord {
  const { directory } = resolving
  const user =
    typeof operand === 'number'
      ? directory.users.get(operand)
      : typeof operand === 'string'
        ? (findByVisibleEmail(resolving, operand) ??
          (/^\d+$/.test(operand) ? directory.users.get(Number(operand)) : undefined))
        : undefined
  if (!user) throw badRequest(`Invalid narrow operator: unknown user ${JSON.stringify(operand)}`)
  return user
}

function usersOf(resolving: Resolving, { operand }: Term): UserRecord[] {
  if (Array.isArray(operand)) return operand.map((id) => userOf(resolving, id))
  if (typeof operand === 'string') return operand.split(',').map((part) => userOf(resolving, part.trim()))
  return [userOf(resolving, operand)]
}
