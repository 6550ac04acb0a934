import type { Migration } from './migration.ts'

/** Imports of organizations from other servers and products, and how far each has come. */
export const imports: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('imports', [
      id(),
      reference('organization_id', 'organizations'),
      text('source_hash'),
      text('step'),
      integer('position'),
      text('options'),
      integer('started_at'),
      optional(integer('finished_at')),
      optional(text('report')),
    ])
    await schema.index('imports', ['source_hash'])
    await schema.index('imports', ['organization_id'])
  },
}
