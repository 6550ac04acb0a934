import type { Migration } from './migration.ts'

/** Names that clients give their calls, so that a call that is sent again is carried out once. */
export const idempotencyKeys: Migration = {
  async up(schema) {
    const { text, integer, optional, reference } = schema.columns
    await schema.table(
      'idempotency_keys',
      [
        reference('organization_id', 'organizations'),
        reference('user_id', 'users'),
        text('key'),
        text('call_hash'),
        integer('called_at'),
        optional(integer('status')),
        optional(text('answer')),
      ],
      ['user_id', 'key'],
    )
    await schema.index('idempotency_keys', ['organization_id', 'called_at'])
  },
}
