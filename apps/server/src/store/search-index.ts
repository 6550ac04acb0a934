import { sql } from 'kysely'
import type { Db } from './db.ts'
import { inIds, isSqlite } from './id-list.ts'
import type { Tx } from './transactions.ts'

/** Has messages indexed again before the next search. */
export async function markStale(
  tx: Tx,
  messages: (db: Db) => ReturnType<typeof idsOfMessages>,
): Promise<void> {
  await tx.db
    .insertInto('search_stale')
    .columns(['organization_id', 'message_id'])
    .expression((eb) =>
      eb
        .selectFrom(messages(tx.db).as('changed'))
        .select([sql.lit(tx.organizationId).as('organization_id'), 'changed.id']),
    )
    .execute()
}

// Only for its type: a query for ids.
const idsOfMessages = (db: Db) => db.selectFrom('messages').select('id')

/** Takes messages that are gone out of the index. */
export async function removeFromIndex(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await (
    isSqlite(tx.db)
      ? sql`delete from message_search where ${inIds(tx.db, sql<number>`rowid`, messageIds)}`
      : sql`delete from message_search where ${inIds(tx.db, sql<number>`message_id`, messageIds)}`
  ).execute(tx.db)
}
