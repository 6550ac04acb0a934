import type { Migration } from './migration.ts'

/** Notes which role a sign-in service gave to a person, so that it can take it again, and no other. */
export const givenRoles: Migration = {
  async up(schema) {
    const { integer, optional } = schema.columns
    await schema.addColumn('external_identities', optional(integer('given_role')))
  },
}
