import type { Migration } from './migration.ts'

/** Commands of bots, and what calls of webhooks say of a command or a button. */
export const botCommands: Migration = {
  async up(schema) {
    const { text, optional, reference } = schema.columns
    await schema.table(
      'bot_commands',
      [
        reference('organization_id', 'organizations'),
        reference('user_id', 'users'),
        text('name'),
        text('command'),
      ],
      ['organization_id', 'name'],
    )
    await schema.index('bot_commands', ['user_id'])
    await schema.addColumn('outgoing_hooks', optional(text('details')))
  },
}
