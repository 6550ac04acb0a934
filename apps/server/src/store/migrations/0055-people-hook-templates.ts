import type { Migration } from './migration.ts'

/** Templates that make messages of what other services send. */
export const hookTemplates: Migration = {
  async up(schema) {
    const { text, reference } = schema.columns
    await schema.table(
      'hook_templates',
      [
        reference('organization_id', 'organizations'),
        reference('user_id', 'users'),
        text('name'),
        text('parts'),
      ],
      ['user_id', 'name'],
    )
  },
}
