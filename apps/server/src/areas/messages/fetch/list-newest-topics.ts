import { hasSharedHistory, mayReadChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { settleAll } from '#model/settle-all.ts'
import { newestTopics, newestTopicsReceived, type TopicOfChannel } from '#store/messages/newest-topics.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'

interface Asked {
  readonly limit: number
  /** Only topics whose newest message has a smaller id. */
  readonly before?: number | undefined
  /** Whether to list only channels that the caller is in. */
  readonly subscribed: boolean
}

/** Lists the topics of the channels that the caller may read, the one with the newest message first. */
export async function listNewestTopics(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  { limit, before = Number.MAX_SAFE_INTEGER, subscribed }: Asked,
): Promise<{ topics: TopicOfChannel[]; foundOldest: boolean }> {
  const own = new Set(await subscribedChannelIds(db, caller.id))
  const channels = [...directory.channels.values()].filter((channel) =>
    subscribed ? own.has(channel.id) : mayReadChannel(directory, caller, channel, own.has(channel.id)),
  )
  const idsOf = (isShared: boolean) =>
    channels.filter((channel) => hasSharedHistory(channel) === isShared).map(({ id }) => id)
  // One topic more than asked for tells whether older ones are left.
  const range = { limit: limit + 1, before }
  const found = await settleAll([
    newestTopics(db, idsOf(true), range),
    newestTopicsReceived(db, caller.id, idsOf(false), range),
  ])
  const all = found.flat().toSorted((a, b) => b.max_id - a.max_id)
  return { topics: all.slice(0, limit), foundOldest: all.length <= limit }
}
