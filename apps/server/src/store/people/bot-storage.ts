import { sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inTexts } from '#store/sql/id-list.ts'
import { indexKey } from '#store/sql/index-key.ts'
import { insertMany } from '#store/sql/insert-many.ts'

/** A bot's values under some keys, or all of them; missing keys are left out. */
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

/** Code points of all keys and values of a bot. */
export async function botStorageLength(db: Db, userId: number): Promise<number> {
  const { length } = await db
    .selectFrom('bot_storage')
    .select(sql<number>`coalesce(sum(length(key) + length(value)), 0)`.as('length'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return length
}

/** Saves values under their keys, replacing earlier ones. */
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

/** Deletes a bot's values under some keys, or all of them; returns the number of deleted values. */
export async function deleteBotStorage(tx: Tx, userId: number, keys?: readonly string[]): Promise<number> {
  const query = tx.db.deleteFrom('bot_storage').where('user_id', '=', userId)
  const { numDeletedRows } = await (
    keys ? query.where((eb) => inTexts(tx.db, eb.ref('index_key'), keys.map(indexKey))) : query
  ).executeTakeFirst()
  return Number(numDeletedRows)
}
