import { type Kysely, sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import type { Tables } from '#store/sql/tables.ts'

const daySeconds = 24 * 3600

/** UNIX time in whole days. */
export const dayOf = (seconds: number) => Math.floor(seconds / daySeconds)

/** Counts the messages since the last count by channel and day. */
export async function countTraffic(tx: Tx): Promise<void> {
  const counted = await tx.db
    .selectFrom('channel_traffic')
    .select('counted_through')
    .where('organization_id', '=', tx.organizationId)
    .executeTakeFirst()
  const rows = await tx.db
    .selectFrom('messages')
    .select((eb) => [
      'channel_id',
      sql<number>`sent_at / ${sql.lit(daySeconds)}`.as('day'),
      eb.fn.countAll<number>().as('messages'),
      eb.fn.max('id').as('newest'),
    ])
    .where('organization_id', '=', tx.organizationId)
    .where('id', '>', counted?.counted_through ?? 0)
    .where('channel_id', '!=', 0)
    .groupBy(['channel_id', sql`sent_at / ${sql.lit(daySeconds)}`])
    .execute()
  if (rows.length === 0) return
  await insertMany(
    tx.db,
    'channel_days',
    rows.map(({ channel_id, day, messages }) => ({ channel_id, day, messages })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['channel_id', 'day']).doUpdateSet((eb) => ({
          messages: eb('channel_days.messages', '+', eb.ref('excluded.messages')),
        })),
      ),
  )
  const counted_through = Math.max(...rows.map((row) => row.newest))
  await tx.db
    .insertInto('channel_traffic')
    .values({ organization_id: tx.organizationId, counted_through })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ counted_through }))
    .execute()
}

/** Messages of each channel since a day; channels without messages are left out. */
export async function trafficSince(
  db: Db,
  organizationId: number,
  day: number,
): Promise<Map<number, number>> {
  const rows = await ofOrganization(db, organizationId)
    .select((eb) => ['channel_days.channel_id', eb.fn.sum<number | string>('messages').as('messages')])
    .where('day', '>=', day)
    .groupBy('channel_days.channel_id')
    .execute()
  return new Map(rows.map((row) => [row.channel_id, Number(row.messages)]))
}

/** Deletes the counts before a day. */
export async function forgetTraffic(tx: Tx, day: number): Promise<void> {
  await tx.db
    .deleteFrom('channel_days')
    .where('day', '<', day)
    .where(
      'channel_id',
      'in',
      tx.db.selectFrom('channels').select('id').where('organization_id', '=', tx.organizationId),
    )
    .execute()
}

const ofOrganization = (db: Kysely<Tables>, organizationId: number) =>
  db
    .selectFrom('channel_days')
    .innerJoin('channels', 'channels.id', 'channel_days.channel_id')
    .where('channels.organization_id', '=', organizationId)
