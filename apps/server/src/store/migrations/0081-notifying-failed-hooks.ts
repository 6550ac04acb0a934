import type { Migration } from './migration.ts'

/** Calls of outgoing webhooks that failed for good, so that their owners can have them made again. */
export const failedHooks: Migration = {
  async up(schema) {
    const { id, text, integer, reference, optional } = schema.columns
    await schema.table('failed_hooks', [
      id(),
      reference('organization_id', 'organizations'),
      reference('bot_id', 'users'),
      integer('message_id'),
      text('trigger'),
      optional(text('details')),
      integer('failed_at'),
      text('problem'),
    ])
    await schema.index('failed_hooks', ['bot_id', 'id'])
    await schema.index('failed_hooks', ['organization_id', 'failed_at'])
  },
}
