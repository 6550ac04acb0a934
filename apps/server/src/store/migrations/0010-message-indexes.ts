import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const messageIndexes: Migration = {
  async up(schema) {
    // Unread messages are counted in an index alone, without their rows.
    await schema.dropIndex('messages', ['conversation_id', 'id'])
    await schema.index('messages', ['conversation_id', 'id', 'sender_id'])
    for (const column of ['organization_id', 'channel_id', 'sender_id'])
      await schema.leaveIdToIndex('messages', column)
    await sql`
      create index message_flags_own_unread on message_flags (user_id, message_id) where (flags & 64) != 0
    `.execute(schema.db)
  },
}
