import type { Narrow } from '@tagma/contract/primitives.ts'
import { resolvedPrefix } from '@tagma/rules/topics.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { findDirectConversation } from '#store/messages/conversations.ts'
import {
  allOf,
  hasContent,
  hasReaction,
  hasTopicKey,
  hasTopicPrefix,
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
} from '#store/messages/message-conditions.ts'
import { flagBits, mentionBits } from '#store/messages/message-flags.ts'
import { findMessages } from '#store/messages/messages.ts'
import { unreadIds, unreadMessages } from '#store/reading/unread-messages.ts'
import type { SearchScope } from '#store/search/search-index.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import type { Db } from '#store/sql/db.ts'
import { readableMessages } from '../visibility.ts'
import { limitFor } from './narrow-limit.ts'
import {
  channelOf,
  channelOperators,
  channelsOf,
  channelsOperators,
  directOperators,
  idOf,
  invalidOperand,
  type Resolving,
  senderOf,
  senderOperators,
  type Term,
  topicConversationOf,
  topicOf,
  topicOperators,
  userOf,
  usersOf,
} from './narrow-operands.ts'

/** A narrow whose terms are resolved. */
export interface ResolvedNarrow {
  /** Conditions for the messages. One of them always limits the messages to those that the caller may read. */
  readonly conditions: readonly MessageCondition[]
  /** Texts to search for. */
  readonly search: readonly string[]
  /** Texts of negated searches: a message that one of them finds is left out. */
  readonly excluded: readonly string[]
  /** The same limit, for the search index. */
  readonly scope: SearchScope
  /** The only possible sender, if the narrow names one. */
  readonly senderId: number | undefined
}

/** Tells whether a narrow asks the search index, which is then to be brought up to date first. */
export const asksIndex = ({ search, excluded }: ResolvedNarrow): boolean =>
  search.length > 0 || excluded.length > 0

const searchedFlags = { starred: flagBits.starred, alerted: flagBits.has_alert_word } as const

/**
 * Resolves a narrow. Refuses unknown operators and operands. If it names no channel, it reaches the messages that the
 * caller received; with `readable`, all messages that they may read.
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
  const excluded: string[] = []
  for (const term of narrow) {
    if (term.operator === 'search') {
      if (typeof term.operand !== 'string') throw invalidOperand(term)
      if (term.operand.trim() !== '') (term.negated ? excluded : search).push(term.operand)
      continue
    }
    const condition = await conditionOf(resolving, term, narrow)
    if (condition) conditions.push(term.negated ? not(condition) : condition)
  }
  const sender = narrow.find(({ operator, negated }) => senderOperators.has(operator) && !negated)
  return { conditions, search, excluded, scope, senderId: sender && (await senderOf(resolving, sender)).id }
}

/** Replaces the conversation that a narrow names by the current one of the message in its term `with`. */
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

/** Makes the condition of a term; undefined for terms that exclude nothing. */
async function conditionOf(
  resolving: Resolving,
  term: Term,
  narrow: Narrow,
): Promise<MessageCondition | undefined> {
  const { db, directory, caller } = resolving
  const { operator, operand } = term
  const organizationId = directory.organization.id
  const channel = narrow.find((other) => channelOperators.has(other.operator) && !other.negated)
  // The limit already contains it.
  if (term === channel) return undefined
  if (channelOperators.has(operator)) return isInChannels([(await channelOf(resolving, term)).id])
  if (directOperators.has(operator)) {
    const users = await usersOf(resolving, term)
    const conversation = await findDirectConversation(db, organizationId, [
      ...users.map((user) => user.id),
      caller.id,
    ])
    return isInConversation(conversation ?? -1)
  }
  if (channelsOperators.has(operator)) return isInChannels(channelsOf(directory, term))
  if (topicOperators.has(operator)) {
    if (channel)
      return isInConversation(
        await topicConversationOf(db, directory, await channelOf(resolving, channel), term),
      )
    return hasTopicKey(organizationId, topicKey(topicOf(term)))
  }
  switch (operator) {
    case 'conversation': {
      const id = idOf(term)
      return isInConversation((await findMessages(db, [id])).get(id)?.conversation_id ?? -1)
    }
    case 'dm-with':
    case 'dm-including':
    case 'group-pm-with':
      return allOf(...(await usersOf(resolving, term)).map((user) => isDirectFor(user.id)))
    case 'sender':
    case 'from':
      return isFromSender((await senderOf(resolving, term)).id)
    case 'mentions':
      return isFlaggedBy((await userOf(resolving, operand)).id, mentionBits)
    case 'id':
      return isAmong(db, [idOf(term)])
    case 'near':
      idOf(term)
      return undefined
    case 'is':
      return isCondition(resolving, term)
    case 'has':
      return hasCondition(term)
    case 'in':
      return inCondition(resolving, term)
    default:
      throw badRequest(`Invalid narrow operator: unknown operator ${operator}`)
  }
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

/** Makes the condition of a feed: `home` leaves out what the caller has muted; `all` excludes nothing. */
function inCondition({ caller }: Resolving, term: Term): MessageCondition | undefined {
  switch (term.operand) {
    case 'home':
      return not(isMutedFor(caller.id))
    case 'all':
      return undefined
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
