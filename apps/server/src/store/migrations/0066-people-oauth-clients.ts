import type { Migration } from './migration.ts'

/** Programs that ask people for access by OAuth. */
export const oauthClients: Migration = {
  async up(schema) {
    const { id, text, integer, reference } = schema.columns
    await schema.table('oauth_clients', [
      id(),
      reference('organization_id', 'organizations'),
      text('client_id'),
      text('name'),
      text('redirect_uris'),
      integer('is_document'),
      integer('fresh_until'),
      integer('used_at'),
    ])
    await schema.index('oauth_clients', ['organization_id', 'client_id'], 'unique')
  },
}
