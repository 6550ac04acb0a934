import type { Migration } from './migration.ts'

/** Identities at providers, the sign-ins that lead there, and the identity that opened a session. */
export const identities: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('external_identities', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      text('provider'),
      text('issuer'),
      text('subject'),
      text('email'),
      integer('created_at'),
      integer('used_at'),
    ])
    await schema.index('external_identities', ['organization_id', 'provider', 'issuer', 'subject'], 'unique')
    await schema.index('external_identities', ['user_id'])
    await schema.table('sign_in_flows', [
      id(),
      reference('organization_id', 'organizations'),
      optional(reference('user_id', 'users')),
      text('handle_hash').unique(),
      text('provider'),
      text('purpose'),
      text('data'),
      integer('expires_at'),
    ])
    await schema.index('sign_in_flows', ['organization_id'])
    await schema.index('sign_in_flows', ['user_id'])
    await schema.addColumn('sessions', optional(integer('identity_id')))
    await schema.addColumn('sessions', optional(text('idp_session')))
    await schema.index('sessions', ['identity_id'])
  },
}
