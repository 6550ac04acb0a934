import type { Migration } from './migration.ts'

/** Clients that provision accounts and groups by SCIM, and the ids that they know them by. */
export const scim: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('scim_clients', [
      id(),
      reference('organization_id', 'organizations'),
      text('name'),
      text('token_hash').unique(),
      optional(text('former_hash')),
      optional(integer('former_until')),
      text('hint'),
      integer('may_touch_owners'),
      integer('may_change_addresses'),
      integer('created_at'),
      optional(integer('called_at')),
    ])
    await schema.index('scim_clients', ['organization_id'])
    await schema.index('scim_clients', ['former_hash'])
    await schema.table(
      'scim_links',
      [
        reference('client_id', 'scim_clients'),
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        text('external_id'),
      ],
      ['client_id', 'user_id'],
    )
    await schema.index('scim_links', ['client_id', 'external_id'])
    await schema.index('scim_links', ['user_id'])
    await schema.index('scim_links', ['organization_id'])
    await schema.addColumn('user_groups', optional(text('managed_by')))
    await schema.addColumn('user_groups', optional(text('external_id')))
  },
}
