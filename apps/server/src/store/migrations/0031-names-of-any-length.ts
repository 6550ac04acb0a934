import { sql } from 'kysely'
import { indexKey } from '../index-key.ts'
import type { Migration } from './migration.ts'

/**
 * What bots keep lies beside its index and no longer in it: large values were read by whoever passed them, and long keys
 * were more than an index takes. A message that is sent again is answered with what it changed, too.
 */
export const namesOfAnyLength: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.db.schema.alterTable('bot_storage').renameTo('old_bot_storage').execute()
    await schema.table('bot_storage', [
      id(),
      reference('user_id', 'users'),
      text('key'),
      text('index_key'),
      text('value'),
    ])
    await sql`insert into bot_storage (user_id, key, index_key, value)
      select user_id, key, key, value from old_bot_storage`.execute(schema.db)
    await schema.db.schema.dropTable('old_bot_storage').execute()
    const { rows } = await sql<{ id: number; key: string }>`
      select id, key from bot_storage where length(key) > 100`.execute(schema.db)
    for (const row of rows)
      await sql`update bot_storage set index_key = ${indexKey(row.key)} where id = ${row.id}`.execute(
        schema.db,
      )
    await schema.index('bot_storage', ['user_id', 'index_key'], 'unique')
    await schema.addColumn('sent_messages', optional(integer('new_policy')))
  },
}
