import type { Migration } from './migration.ts'

/** Keeps for a week how a changed address is taken back by whoever had it. */
export const addressUndos: Migration = {
  async up(schema) {
    const { text, integer, reference, optional } = schema.columns
    await schema.table(
      'address_undos',
      [
        text('token_hash'),
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        text('former_email'),
        optional(text('password_hash')),
        integer('changed_at'),
      ],
      ['token_hash'],
    )
    await schema.index('address_undos', ['user_id'])
    await schema.index('address_undos', ['organization_id', 'changed_at'])
  },
}
