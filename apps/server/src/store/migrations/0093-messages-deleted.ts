import type { Migration } from './migration.ts'

/** Messages that somebody deleted from channels, without their texts. */
export const deletedMessages: Migration = {
  async up(schema) {
    const { id, text, integer, reference } = schema.columns
    await schema.table('deleted_messages', [
      id(),
      reference('organization_id', 'organizations'),
      // No reference to the message: it is gone.
      integer('message_id'),
      reference('channel_id', 'channels'),
      text('topic'),
      reference('sender_id', 'users'),
      integer('sent_at'),
      reference('deleted_by', 'users'),
      integer('deleted_at'),
    ])
    await schema.index('deleted_messages', ['organization_id', 'deleted_at'])
    await schema.index('deleted_messages', ['sender_id'])
    await schema.index('deleted_messages', ['channel_id', 'sent_at'])
  },
}
