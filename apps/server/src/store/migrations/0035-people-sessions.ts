import type { Migration } from './migration.ts'

/** Sessions of browsers, and the credential by which an event queue was registered: a queue ends with its session. */
export const sessions: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('sessions', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      text('token_hash').unique(),
      optional(text('former_hash')),
      optional(integer('former_until')),
      integer('rotated_at'),
      integer('created_at'),
      integer('seen_at'),
      integer('ends_at'),
      integer('idle_seconds'),
      text('methods'),
      text('program'),
      text('address'),
    ])
    await schema.index('sessions', ['user_id'])
    await schema.index('sessions', ['organization_id'])
    await schema.index('sessions', ['former_hash'])
    await schema.addColumn('event_queues', optional(text('credential')))
    await schema.index('event_queues', ['credential'])
  },
}
