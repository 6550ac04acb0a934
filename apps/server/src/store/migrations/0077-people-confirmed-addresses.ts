import type { Migration } from './migration.ts'

/** Notes since when an account is known to have the mailbox of its address: it opened a link or gave a code from there. */
export const confirmedAddresses: Migration = {
  async up(schema) {
    const { integer, optional } = schema.columns
    await schema.addColumn('users', optional(integer('email_confirmed_at')))
  },
}
