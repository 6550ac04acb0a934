import type { Migration } from './migration.ts'

/** Changes that agents made with tools, or wanted to make. */
export const agentActions: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('agent_actions', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      optional(integer('token_id')),
      text('client'),
      text('tool'),
      text('touched'),
      text('outcome'),
      integer('at'),
    ])
    await schema.index('agent_actions', ['user_id'])
    await schema.index('agent_actions', ['organization_id', 'at'])
  },
}
