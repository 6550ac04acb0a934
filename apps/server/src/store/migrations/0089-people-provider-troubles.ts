import type { Migration } from './migration.ts'

/** Keeps why the last sign-in by a service did not succeed, for owners. */
export const providerTroubles: Migration = {
  async up(schema) {
    const { text, integer, reference } = schema.columns
    await schema.table(
      'provider_troubles',
      [
        reference('organization_id', 'organizations'),
        text('provider'),
        text('code'),
        text('detail'),
        integer('at'),
      ],
      ['organization_id', 'provider'],
    )
  },
}
