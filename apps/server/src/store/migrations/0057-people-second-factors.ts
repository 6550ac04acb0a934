import type { Migration } from './migration.ts'

/** Second factors of people, and the codes that let them in without their phone. */
export const secondFactors: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table(
      'second_factors',
      [
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        optional(text('sealed')),
        optional(integer('added_at')),
        integer('last_step'),
        optional(text('pending')),
        integer('pending_until'),
      ],
      ['user_id'],
    )
    await schema.index('second_factors', ['organization_id'])
    await schema.table('recovery_codes', [
      id(),
      reference('user_id', 'users'),
      reference('organization_id', 'organizations'),
      text('code_hash'),
      optional(integer('used_at')),
    ])
    await schema.index('recovery_codes', ['user_id', 'code_hash'], 'unique')
    await schema.index('recovery_codes', ['organization_id'])
  },
}
