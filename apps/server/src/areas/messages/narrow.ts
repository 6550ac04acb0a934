import type { Narrow } from '@tagma/contract/primitives.ts'
import { hasSharedHistory, mayReadChannel } from '#areas/channels/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { findDirectConversation, topicKey } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { inSpanOf, isDirectFor, type MessageCondition, receivedBy } from '#store/messages.ts'
import { isSubscribed } from '#store/subscriptions.ts'
import { emptyTopicName } from './render-content.ts'

type Term = Narrow[number]

const channelOperators = new Set(['channel', 'stream'])
const directOperators = new Set(['dm', 'pm-with', 'group-pm-with'])

/**
 * Turns a narrow into conditions on messages, among them always the one that limits it to what the caller may read.
 * Refuses operators and operands that do not exist.
 */
export async function narrowConditions(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  narrow: Narrow,
): Promise<MessageCondition[]> {
  const conditions: MessageCondition[] = []
  const channel = await theChannel(directory, narrow)
  conditions.push(channel ? await readableIn(db, directory, caller, channel) : receivedBy(caller.id))
  for (const term of narrow) {
    const condition = await conditionOf(db, directory, caller, term)
    conditions.push(term.negated ? (eb) => eb.not(condition(eb)) : condition)
  }
  return conditions
}

/** The channel that a narrow is about, if it is about one. */
async function theChannel(
  directory: OrganizationDirectory,
  narrow: Narrow,
): Promise<ChannelRecord | undefined> {
  const term = narrow.find(({ operator, negated }) => channelOperators.has(operator) && !negated)
  return term && channelOf(directory, term)
}

function channelOf(directory: OrganizationDirectory, { operand }: Term): ChannelRecord {
  const channel =
    typeof operand === 'number'
      ? directory.channels.get(operand)
      : typeof operand === 'string'
        ? directory.channelByName(operand)
        : undefined
  const byId =
    channel ??
    (typeof operand === 'string' && /^\d+$/.test(operand)
      ? directory.channels.get(Number(operand))
      : undefined)
  if (!byId) throw badRequest('Invalid narrow operator: unknown channel')
  return byId
}

/** What of a channel a user may read: all of it, what they received, or nothing. */
async function readableIn(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  channel: ChannelRecord,
): Promise<MessageCondition> {
  const isIn = await isSubscribed(db, caller.id, channel.id)
  if (!mayReadChannel(directory, caller, channel, isIn))
    throw badRequest('Invalid narrow operator: unknown channel')
  return hasSharedHistory(channel)
    ? (eb) => eb('m.channel_id', '=', channel.id)
    : (eb) => eb.and([eb('m.channel_id', '=', channel.id), inSpanOf(caller.id)(eb)])
}

async function conditionOf(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  term: Term,
): Promise<MessageCondition> {
  const { operator, operand } = term
  if (channelOperators.has(operator)) {
    const channel = channelOf(directory, term)
    return (eb) => eb('m.channel_id', '=', channel.id)
  }
  if (operator === 'topic' || operator === 'subject') {
    const key = topicKey(String(operand) === emptyTopicName ? '' : String(operand))
    return (eb) =>
      eb.and([
        eb('m.channel_id', '!=', 0),
        eb(
          'm.conversation_id',
          'in',
          eb
            .selectFrom('conversations')
            .select('conversations.id')
            .where('conversations.organization_id', '=', directory.organization.id)
            .where('conversations.channel_id', '!=', 0)
            .where('conversations.key', '=', key),
        ),
      ])
  }
  if (operator === 'sender' || operator === 'from') {
    const sender = userOf(directory, operand)
    return (eb) => eb('m.sender_id', '=', sender.id)
  }
  if (directOperators.has(operator)) {
    const users = usersOf(directory, operand)
    const conversation = await findDirectConversation(db, directory.organization.id, [
      ...users.map((user) => user.id),
      caller.id,
    ])
    return (eb) => eb('m.conversation_id', '=', conversation ?? -1)
  }
  if (operator === 'is' && (operand === 'dm' || operand === 'private')) return isDirectFor(caller.id)
  if (operator === 'id') {
    const id = Number(operand)
    if (!Number.isSafeInteger(id)) throw badRequest('Invalid narrow operator: id')
    return (eb) => eb('m.id', '=', id)
  }
  throw badRequest(`Invalid narrow operator: ${operator}${operator === 'is' ? `:${String(operand)}` : ''}`)
}

function userOf(directory: OrganizationDirectory, operand: Term['operand']): UserRecord {
  const user =
    typeof operand === 'number'
      ? directory.users.get(operand)
      : typeof operand === 'string'
        ? directory.userByEmail(operand)
        : undefined
  if (!user) throw badRequest(`Invalid narrow operator: unknown user ${String(operand)}`)
  return user
}

function usersOf(directory: OrganizationDirectory, operand: Term['operand']): UserRecord[] {
  if (Array.isArray(operand)) return operand.map((id) => userOf(directory, id))
  if (typeof operand === 'string') return operand.split(',').map((email) => userOf(directory, email.trim()))
  return [userOf(directory, operand)]
}
