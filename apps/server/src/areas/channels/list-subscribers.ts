import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Lists the ids of the channels' active subscribers, ascending; from memory if they were read before. A transaction
 * must ask before it changes subscriptions: memory holds only committed ones.
 */
export async function listSubscribers(
  db: Db,
  directory: OrganizationDirectory,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const lists = new Map<number, readonly number[]>()
  const missing: number[] = []
  for (const id of channelIds) {
    const known = directory.subscribers.get(id)
    if (known) lists.set(id, known)
    else missing.push(id)
  }
  if (missing.length === 0) return lists
  const version = directory.subscribers.versionFor(db)
  for (const [id, userIds] of await subscribersOf(db, missing)) {
    directory.subscribers.keep(id, userIds, version)
    lists.set(id, userIds)
  }
  return lists
}
