import type { Migration } from './migration.ts'

/** Channels that tools for agents hide. Until somebody says so, they hide none. */
export const hiddenFromAgents: Migration = {
  async up(schema) {
    await schema.addColumn('channels', schema.columns.integer('hidden_from_agents'), 0)
  },
}
