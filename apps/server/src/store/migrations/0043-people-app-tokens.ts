import type { Migration } from './migration.ts'

/** Tells tokens that apps got at a sign-in from those that people made. */
export const appTokens: Migration = {
  async up(schema) {
    const { integer } = schema.columns
    await schema.addColumn('access_tokens', integer('is_app'), 0)
  },
}
