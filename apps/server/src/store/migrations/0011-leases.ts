import type { Migration } from './migration.ts'

/** Leases, for work that one process of an installation does at a time. */
export const leases: Migration = {
  async up(schema) {
    const { text, integer } = schema.columns
    await schema.table('leases', [text('name'), text('holder'), integer('until_ms')], ['name'])
  },
}
