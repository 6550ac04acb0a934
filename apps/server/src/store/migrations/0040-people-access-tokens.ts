import type { Migration } from './migration.ts'

/** Access tokens: keys for programs, with scopes and an end. */
export const accessTokens: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('access_tokens', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      text('name'),
      text('token_hash').unique(),
      text('hint'),
      text('scopes'),
      integer('created_at'),
      optional(integer('expires_at')),
      optional(integer('used_at')),
      text('used_from'),
    ])
    await schema.index('access_tokens', ['user_id'])
    await schema.index('access_tokens', ['organization_id'])
  },
}
