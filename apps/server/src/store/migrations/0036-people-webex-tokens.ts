import type { Migration } from './migration.ts'

/** Tokens for the Webex accounts that people have connected, for calls. */
export const webexTokens: Migration = {
  async up(schema) {
    const { text, reference } = schema.columns
    await schema.table('webex_tokens', [reference('user_id', 'users'), text('sealed')], ['user_id'])
  },
}
