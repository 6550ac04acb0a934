import type { Migration } from './migration.ts'

/** Previews of linked pages, and the messages that wait for them. */
export const linkPreviews: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('link_previews', [
      id(),
      reference('organization_id', 'organizations'),
      text('url_hash'),
      optional(text('page')),
      integer('fetched_at'),
    ])
    await schema.index('link_previews', ['organization_id', 'url_hash'], 'unique')
    await schema.index('link_previews', ['organization_id', 'fetched_at'])
    await schema.table('preview_wishes', [
      id(),
      reference('organization_id', 'organizations'),
      reference('message_id', 'messages').unique(),
    ])
    await schema.index('preview_wishes', ['organization_id'])
  },
}
