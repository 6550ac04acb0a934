import type { Migration } from './migration.ts'

/** The storage of bots, and the settings that people have chosen themselves. */
export const botStorage: Migration = {
  async up(schema) {
    const { text, reference } = schema.columns
    await schema.table(
      'bot_storage',
      [reference('user_id', 'users'), text('key'), text('value')],
      ['user_id', 'key'],
    )
    await schema.addColumn('users', text('chosen_settings'), '[]')
  },
}
