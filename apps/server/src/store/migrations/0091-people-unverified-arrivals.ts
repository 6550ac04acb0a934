import type { Migration } from './migration.ts'

/** Counts how often in a row a service brought people whose address it did not verify, for the doctor. */
export const unverifiedArrivals: Migration = {
  async up(schema) {
    const { text, integer, reference } = schema.columns
    await schema.table(
      'unverified_arrivals',
      [reference('organization_id', 'organizations'), text('provider'), integer('count')],
      ['organization_id', 'provider'],
    )
  },
}
