import type { Migration } from './migration.ts'

/** The time (UNIX seconds) at which a bot's owner was told of trouble last: they are told at most every five minutes. */
export const toldOwners: Migration = {
  async up(schema) {
    await schema.addColumn('bots', schema.columns.integer('told_owner_at'), 0)
  },
}
