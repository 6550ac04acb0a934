import type { Migration } from './migration.ts'

/** Ids of tokens that count once. */
export const spentIds: Migration = {
  async up(schema) {
    const { text, integer, reference } = schema.columns
    await schema.table(
      'spent_ids',
      [reference('organization_id', 'organizations'), text('id_hash'), integer('expires_at')],
      ['organization_id', 'id_hash'],
    )
  },
}
