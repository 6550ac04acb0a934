import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { FeedsTable } from '#store/sql/tables/notifying.ts'

export type FeedRow = Selectable<FeedsTable>

/** Adds a feed to a bot; it is due at once. Returns its id. */
export async function insertFeed(
  tx: Tx,
  feed: {
    readonly user_id: number
    readonly url: string
    readonly channel_id: number
    readonly topic: string
  },
): Promise<number> {
  const fresh = { etag: '', last_modified: '', seen: null, failures: 0, failing_since: null, problem: '' }
  const { id } = await tx.db
    .insertInto('feeds')
    .values({ ...feed, ...fresh, organization_id: tx.organizationId, next_at: tx.now, told_owner: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The feeds of a bot, oldest first. */
export const feedsOf = (db: Db, userId: number): Promise<FeedRow[]> =>
  db.selectFrom('feeds').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** Deletes a feed of a bot. Returns false if the bot has no such feed. */
export async function deleteFeed(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('feeds')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The feeds that are due, the longest waiting first. */
export const dueFeeds = (db: Db, organizationId: number, now: number, limit: number): Promise<FeedRow[]> =>
  db
    .selectFrom('feeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute()

/** Saves what became of a feed. Returns false if it was deleted, or fetched by another process meanwhile. */
export async function saveFeed(
  tx: Tx,
  before: FeedRow,
  after: Partial<Omit<FeedRow, 'id' | 'organization_id' | 'user_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('feeds')
    .set(after)
    .where('id', '=', before.id)
    .where('next_at', '=', before.next_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
