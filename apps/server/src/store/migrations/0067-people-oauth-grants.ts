import type { Migration } from './migration.ts'

/** Access that people gave to programs by OAuth, and the tokens that belong to it. */
export const oauthGrants: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('oauth_grants', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      reference('client_id', 'oauth_clients'),
      optional(reference('token_id', 'access_tokens')),
      text('scopes'),
      text('redirect_uri'),
      text('code_hash').unique(),
      text('code_challenge'),
      integer('created_at'),
      optional(text('family_hash').unique()),
      optional(text('refresh_hash')),
      optional(text('former_hash')),
      optional(text('rotation_salt')),
      optional(integer('rotated_at')),
    ])
    await schema.index('oauth_grants', ['organization_id'])
    await schema.index('oauth_grants', ['user_id'])
    await schema.index('oauth_grants', ['client_id'])
    await schema.index('oauth_grants', ['token_id'])
    await schema.addColumn('access_tokens', optional(integer('good_until')))
  },
}
