import type { Migration } from './migration.ts'

/** The audit log, and the two ends of each organization's chain. */
export const audit: Migration = {
  async up(schema) {
    const { text, integer, optional, reference } = schema.columns
    await schema.table(
      'audit_log',
      [
        reference('organization_id', 'organizations'),
        integer('number'),
        integer('at'),
        text('actor_kind'),
        // No references to accounts: rows outlive what they tell of.
        optional(integer('actor_id')),
        optional(text('credential')),
        optional(text('address')),
        text('action'),
        optional(text('target_kind')),
        optional(integer('target_id')),
        text('detail'),
        text('digest'),
      ],
      ['organization_id', 'number'],
    )
    await schema.index('audit_log', ['organization_id', 'actor_id', 'number'])
    await schema.index('audit_log', ['organization_id', 'target_id', 'number'])
    await schema.table(
      'audit_chains',
      [
        reference('organization_id', 'organizations'),
        integer('newest_number'),
        text('newest_digest'),
        integer('forgotten_number'),
        text('forgotten_digest'),
      ],
      ['organization_id'],
    )
  },
}
