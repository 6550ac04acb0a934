import type { Migration } from './migration.ts'

/** Passkeys of people, and the time at which the person of a session last proved who they are. */
export const passkeys: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('passkeys', [
      id(),
      reference('user_id', 'users'),
      reference('organization_id', 'organizations'),
      text('credential_hash'),
      text('credential_id'),
      text('user_handle'),
      text('public_key'),
      integer('counter'),
      text('transports'),
      text('host'),
      integer('is_synced'),
      text('name'),
      integer('created_at'),
      optional(integer('used_at')),
    ])
    await schema.index('passkeys', ['user_id'])
    await schema.index('passkeys', ['organization_id', 'credential_hash'], 'unique')
    await schema.addColumn('sessions', optional(integer('proved_at')))
  },
}
