import type { Migration } from './migration.ts'

/** Exports of organizations' data. */
export const exportsMigration: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('data_exports', [
      id(),
      reference('organization_id', 'organizations'),
      reference('acting_user_id', 'users'),
      text('type'),
      integer('asked_at'),
      optional(integer('made_at')),
      optional(integer('failed_at')),
      optional(integer('deleted_at')),
      optional(text('blob_key')),
    ])
    await schema.index('data_exports', ['organization_id', 'asked_at'])
    await schema.index('data_exports', ['acting_user_id'])
  },
}
