import type { Migration } from './migration.ts'

/** Notes since when the directory that an account follows has named its person no more. */
export const followedPeople: Migration = {
  async up(schema) {
    const { integer, optional } = schema.columns
    await schema.addColumn('external_identities', optional(integer('absent_since')))
    await schema.addColumn('external_identities', optional(integer('shut_out_at')))
  },
}
