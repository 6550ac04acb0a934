import type { Migration } from './migration.ts'

/**
 * Notes since when an organization asks a person for a second step, and which keys and tokens were made with one: those
 * without stop when the time of grace is over. A key or token without a note was made without a second step.
 */
export const secondStep: Migration = {
  async up(schema) {
    const { integer, optional } = schema.columns
    await schema.addColumn('users', optional(integer('second_step_since')))
    await schema.addColumn('users', optional(integer('key_has_step')))
    await schema.addColumn('access_tokens', optional(integer('has_step')))
    await schema.addColumn('oauth_grants', optional(integer('has_step')))
  },
}
