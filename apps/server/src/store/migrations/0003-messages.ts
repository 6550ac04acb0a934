import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const messagesMigration: Migration = {
  async up(schema) {
    const { id, text, integer, optional } = schema.columns
    // A row of the read state is the whole truth for its conversation: there are no versions to compare.
    await schema.dropColumn('users', 'read_version')
    await schema.dropColumn('subscriptions', 'read_version')
    await schema.dropColumn('read_state', 'version')
    await schema.addColumn('read_state', integer('floor'), -1)
    await schema.addColumn('conversations', integer('newest_message_id'), 0)
    await schema.addColumn('conversations', optional(text('moves')))
    await schema.addColumn('messages', integer('moves_taken'), 0)
    await sql`
      update conversations set newest_message_id =
        coalesce((select max(id) from messages where messages.conversation_id = conversations.id), 0)
    `.execute(schema.db)
    await schema.index('conversations', ['channel_id', 'newest_message_id'])

    await schema.table(
      'search_progress',
      [integer('organization_id'), integer('through')],
      ['organization_id'],
    )
    await schema.table('search_stale', [id(), integer('organization_id'), integer('message_id')])
    await schema.index('search_stale', ['organization_id', 'id'])
    await schema.table(
      'search_words',
      [integer('organization_id'), text('word'), text('token')],
      ['organization_id', 'word', 'token'],
    )
    await schema.searchIndex()
  },
}
