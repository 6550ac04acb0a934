import type { Narrow } from '@tagma/contract/primitives.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { findUsers } from '#areas/users/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { findTopic } from '#store/messages/conversations.ts'
import type { Db } from '#store/sql/db.ts'

// Operands of a narrow's terms, resolved to ids and records.

/** One condition of a narrow, as the client gave it. */
export type Term = Narrow[number]

/** Context in which terms are resolved. */
export interface Resolving {
  readonly db: Db
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
}

// Operators that mean the same, under current and former names.
export const channelOperators = new Set(['channel', 'stream'])
export const channelsOperators = new Set(['channels', 'streams'])
export const topicOperators = new Set(['topic', 'subject'])
export const directOperators = new Set(['dm', 'pm-with'])
export const senderOperators = new Set(['sender', 'from'])

/** Makes the refusal of an operand that does not fit its operator. */
export const invalidOperand = ({ operator, operand }: Term) =>
  badRequest(`Invalid narrow operator: ${operator} cannot have the operand ${JSON.stringify(operand)}`)

/** Id that a term names. */
export const idOf = (term: Term): number => {
  const id =
    typeof term.operand === 'string' && /^\d+$/.test(term.operand) ? Number(term.operand) : term.operand
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw invalidOperand(term)
  return id
}

/** Channel that a term names, by id or by name. Refuses one that the caller may not know. */
export async function channelOf(resolving: Resolving, { operand }: Term): Promise<ChannelRecord> {
  const { db, directory, caller } = resolving
  const byName = typeof operand === 'string' ? await findChannel(db, directory, caller, operand) : undefined
  const id = typeof operand === 'string' && /^\d+$/.test(operand) ? Number(operand) : operand
  const channel =
    byName ?? (typeof id === 'number' ? await findChannel(db, directory, caller, id) : undefined)
  if (!channel) throw badRequest('Invalid narrow operator: unknown channel')
  return channel
}

const channelKinds = new Map<unknown, (channel: ChannelRecord) => boolean>([
  ['all', () => true],
  ['public', (channel) => !channel.isPrivate],
  ['web-public', (channel) => channel.isWebPublic],
  ['archived', (channel) => channel.isArchived],
])

/** Ids of all channels of the kind that a term names. */
export function channelsOf(directory: OrganizationDirectory, term: Term): number[] {
  const channels = [...directory.channels.values()]
  const kind = channelKinds.get(term.operand)
  if (!kind) throw invalidOperand(term)
  return channels.filter(kind).map(({ id }) => id)
}

/** Topic that a term names; '' for the display name of the empty one. */
export function topicOf(term: Term): string {
  if (typeof term.operand !== 'string') throw invalidOperand(term)
  return term.operand === emptyTopicName ? '' : term.operand
}

/** Conversation of the topic that a term names; -1 for a missing one. */
export async function topicConversationOf(
  db: Db,
  directory: OrganizationDirectory,
  channel: ChannelRecord,
  term: Term,
): Promise<number> {
  return (await findTopic(db, directory.organization.id, channel.id, topicOf(term)))?.id ?? -1
}

/** Sender that a term names; `me` is the caller. */
export const senderOf = (resolving: Resolving, { operand }: Term) =>
  userOf(resolving, operand === 'me' ? resolving.caller.id : operand)

/** User of an operand, by id or by address. Refuses one that the caller may not know. */
export async function userOf(resolving: Resolving, operand: Term['operand']): Promise<UserRecord> {
  const [user] = await usersNamed(resolving, [operand])
  if (!user) throw unknownUser(operand)
  return user
}

/** Users that a term names: one, or several as a list or separated by commas. */
export function usersOf(resolving: Resolving, { operand }: Term): Promise<UserRecord[]> {
  if (Array.isArray(operand)) return usersNamed(resolving, operand)
  if (typeof operand !== 'string') return usersNamed(resolving, [operand])
  return usersNamed(
    resolving,
    operand.split(',').map((part) => part.trim()),
  )
}

const unknownUser = (operand: unknown) =>
  badRequest(`Invalid narrow operator: unknown user ${JSON.stringify(operand)}`)

async function usersNamed(
  { db, directory, caller }: Resolving,
  operands: readonly Term['operand'][],
): Promise<UserRecord[]> {
  const named = operands.map((operand) => {
    if (typeof operand === 'string') return /^\d+$/.test(operand) ? Number(operand) : operand
    if (typeof operand !== 'number') throw unknownUser(operand)
    return operand
  })
  const found = await findUsers(db, directory, caller, named)
  return found.map((user, index) => {
    if (!user) throw unknownUser(operands[index])
    return user
  })
}
