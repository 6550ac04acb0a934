import type { Migration } from './migration.ts'

/** Keeps whether a client has come back to its queue since it registered. Queues from before count as polled. */
export const polledQueues: Migration = {
  async up(schema) {
    await schema.addColumn('event_queues', schema.columns.integer('is_polled'), 1)
  },
}
