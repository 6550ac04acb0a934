import type { Migration } from './migration.ts'

/** Feeds whose new entries bots post. */
export const feeds: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('feeds', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      text('url'),
      integer('channel_id'),
      text('topic'),
      text('etag'),
      text('last_modified'),
      optional(text('seen')),
      integer('next_at'),
      integer('failures'),
      optional(integer('failing_since')),
      text('problem'),
      integer('told_owner'),
    ])
    await schema.index('feeds', ['organization_id', 'next_at'])
    await schema.index('feeds', ['user_id'])
  },
}
