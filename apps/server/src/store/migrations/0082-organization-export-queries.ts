import type { Migration } from './migration.ts'

/** Exports of one person's data, and those that answer a question of the owners. */
export const exportQueries: Migration = {
  async up(schema) {
    await schema.addColumn('data_exports', schema.columns.text('query'), '')
  },
}
