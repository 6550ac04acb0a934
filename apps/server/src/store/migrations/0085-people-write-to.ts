import type { Migration } from './migration.ts'

/** The channels in which agents may write, chosen by the person who let them in. Without a list: wherever their account may. */
export const writeTo: Migration = {
  async up(schema) {
    const { text, optional } = schema.columns
    for (const table of ['access_tokens', 'oauth_grants'])
      await schema.addColumn(table, optional(text('write_to')))
  },
}
