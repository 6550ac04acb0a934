import type { Migration } from './migration.ts'

/** The last requests that services sent to bots, for the people who set the bots up. */
export const hookPayloads: Migration = {
  async up(schema) {
    const { id, text, integer, reference, optional } = schema.columns
    await schema.table('hook_payloads', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      integer('received_at'),
      text('integration'),
      integer('posts'),
      text('problem'),
      optional(text('payload')),
    ])
    await schema.index('hook_payloads', ['user_id', 'id'])
    await schema.index('hook_payloads', ['organization_id', 'received_at'])
  },
}
