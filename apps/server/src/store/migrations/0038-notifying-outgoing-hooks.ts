import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Calls of outgoing webhooks that are on their way. */
export const outgoingHooks: Migration = {
  async up(schema) {
    const { id, text, integer, reference, optional } = schema.columns
    await schema.table('outgoing_hooks', [
      id(),
      reference('organization_id', 'organizations'),
      reference('bot_id', 'users'),
      integer('message_id'),
      text('trigger'),
      integer('created_at'),
      integer('attempts'),
      integer('next_at'),
      optional(text('taken_by')),
    ])
    await schema.index('outgoing_hooks', ['organization_id', 'next_at'])
    await schema.index('outgoing_hooks', ['bot_id'])
    await sql`create index outgoing_hooks_in_hand on outgoing_hooks (organization_id)
      where taken_by is not null`.execute(schema.db)
  },
}
