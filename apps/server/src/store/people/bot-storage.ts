import { sql } from 'kysely'
import type { Tx } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'
import { inTexts } from '#store/sql/id-list.ts'
import { indexKey } from '#store/sql/index-key.ts'
import { insertMany } from '#store/sql/insert-many.ts'

/** What a bot keeps under the given keys, or all of it; keys that it does not have are left out. */
export async function loadBotStorage(
  db: Db,
  userId: number,
  keys?: readonly string[],
): Promise<Map<string, string>> {
  const query = db
    .selectFrom('bot_storage')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .orderBy('key')
  const rows = await (
    keys ? query.where((eb) => inTexts(db, eb.ref('index_key'), keys.map(indexKey))) : query
  ).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** How much a bot keeps: the code points of its keys and values. */
export async function botStorageLength(db: Db, userId: number): Promise<number> {
  const { length } = await db
    .selectFrom('bot_storage')
    .select(sql<number>`coalesce(sum(length(key) + length(value)), 0)`.as('length'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return length
}

/** Keeps values under their keys, in the place of what was there. */
export async function saveBotStorage(
  tx: Tx,
  userId: number,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = Object.entries(entries).map(([key, value]) => ({
    user_id: userId,
    key,
    index_key: indexKey(key),
    value,
  }))
  await insertMany(tx.db, 'bot_storage', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'index_key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    ),
  )
}

/** Removes what a bot keeps under the given keys, or all of it; returns how many entries went. */
export async function deleteBotStorage(tx: Tx, userId: number, keys?: readonly string[]): Promise<number> {
  const query = tx.db.deleteFrom('bot_storage').where('user_id', '=', userId)
  const { numDeletedRows } = await (
    keys ? query.where((eb) => inTexts(tx.db, eb.ref('index_key'), keys.map(indexKey))) : query
  ).executeTakeFirst()
  return Number(numDeletedRows)
}
