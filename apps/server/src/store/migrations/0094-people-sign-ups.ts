import type { Migration } from './migration.ts'

/** Keeps for a day who asked for an account of their own, with the hash of the link that was mailed. */
export const signUps: Migration = {
  async up(schema) {
    const { text, integer, reference } = schema.columns
    await schema.table(
      'sign_ups',
      [
        text('token_hash'),
        reference('organization_id', 'organizations'),
        text('email'),
        text('next'),
        integer('created_at'),
      ],
      ['token_hash'],
    )
    await schema.index('sign_ups', ['organization_id', 'email'])
    await schema.index('sign_ups', ['organization_id', 'created_at'])
  },
}
