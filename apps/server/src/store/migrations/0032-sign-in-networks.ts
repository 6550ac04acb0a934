import type { Migration } from './migration.ts'

/** Networks that people sign in from: other networks' guesses of their passwords do not count there. */
export const signInNetworks: Migration = {
  async up(schema) {
    const { text, integer, reference } = schema.columns
    await schema.table(
      'sign_in_networks',
      [
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        text('network'),
        integer('seen_at'),
      ],
      ['user_id', 'network'],
    )
    await schema.index('sign_in_networks', ['organization_id', 'seen_at'])
  },
}
