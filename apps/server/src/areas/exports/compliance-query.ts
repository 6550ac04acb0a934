import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import {
  anyOf,
  isDirectFor,
  isFromSender,
  isInChannels,
  isSentBetween,
  type MessageCondition,
  not,
} from '#store/messages/message-conditions.ts'
import type { Db } from '#store/sql/db.ts'
import { exportReach, requireReach } from './export-reach.ts'
import type { ComplianceQuery } from './present.ts'

/**
 * Throws BAD_REQUEST for a query that asks for what does not exist, is empty, or that the organization does not allow. A
 * command of the server's machine may ask for everything.
 */
export async function requireComplianceQuery(
  db: Db,
  directory: OrganizationDirectory,
  { export_type: type, channel_ids, user_ids, since, until, direct }: ComplianceQuery,
  { isCommand = false } = {},
): Promise<void> {
  if (!isCommand) requireReach(directory, type)
  if (direct && type === 'public')
    throw badRequest('Direct messages are private: ask for an export of private messages as well.')
  if (since !== null && until !== null && since >= until)
    throw badRequest('The time ends before it begins: choose a later end.')
  const { channels } = await exportReach(db, directory, type)
  const within = new Set(channels.map(({ id }) => id))
  const strange = channel_ids?.find((id) => !within.has(id))
  if (strange !== undefined)
    throw badRequest(`Channel ${strange} does not exist, or is private and not within this kind of export.`)
  const unknown = user_ids?.find((id) => !directory.users.has(id))
  if (unknown !== undefined) throw badRequest(`There is no user ${unknown}.`)
}

/** Makes conditions for the messages of a query, and lists the channels that it searches. */
export async function complianceReach(
  db: Db,
  directory: OrganizationDirectory,
  { export_type, channel_ids, user_ids, since, until, direct }: ComplianceQuery,
): Promise<{ channels: ChannelRecord[]; conditions: MessageCondition[] }> {
  const { channels, condition } = await exportReach(db, directory, export_type)
  const searched = channels.filter(({ id }) => channel_ids === null || channel_ids.includes(id))
  const isDirect = isInChannels([0])
  const conditions: MessageCondition[] = condition ? [condition] : []
  if (!direct) conditions.push(not(isDirect))
  if (channel_ids !== null) conditions.push(isInChannels(direct ? [0, ...channel_ids] : channel_ids))
  if (user_ids !== null)
    conditions.push(
      anyOf(...user_ids.map(isFromSender), ...(direct ? user_ids.map((id) => isDirectFor(id)) : [])),
    )
  if (since !== null || until !== null) conditions.push(isSentBetween(since, until))
  return { channels: searched, conditions }
}
