import type { Migration } from './migration.ts'

/** Keeps with a session the name by which a provider of SAML knows its person: a request to sign out there repeats it. */
export const samlNames: Migration = {
  async up(schema) {
    const { text, optional } = schema.columns
    await schema.addColumn('sessions', optional(text('idp_name')))
  },
}
