import { type Kysely, sql } from 'kysely'
import { indexKey } from '#store/sql/index-key.ts'
import type { Migration } from './migration.ts'

/**
 * Values of bots leave the index and lie beside it: a scan of the index read the large values too. Keys that are too
 * long for an index stand there by their digests; so do keys of conversations of hundreds of people. A message that is
 * sent again is answered with the changes that it made.
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
    await shorten(schema.db, 'bot_storage', 'key', 'index_key')
    await shorten(schema.db, 'conversations', 'key', 'key')
    await schema.index('bot_storage', ['user_id', 'index_key'], 'unique')
    await schema.addColumn('sent_messages', optional(integer('new_policy')))
  },
}

async function shorten(db: Kysely<unknown>, table: string, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, ${sql.ref(from)} as text from ${sql.table(table)} where length(${sql.ref(from)}) > 100
  `.execute(db)
  for (const { id, text } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(to)} = ${indexKey(text)} where id = ${id}`.execute(db)
}
