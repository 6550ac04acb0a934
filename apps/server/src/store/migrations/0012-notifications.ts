import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const notifications: Migration = {
  async up(schema) {
    const { text, integer, optional, reference } = schema.columns
    await schema.addColumn('outgoing_mail', optional(text('unsubscribe')))
    await schema.addColumn('outgoing_mail', optional(text('thread')))
    await schema.addColumn('outgoing_pushes', integer('message_id'), 0)
    await schema.index('outgoing_pushes', ['message_id'])
    await schema.index('waiting_email_notifications', ['message_id'])
    await schema.table(
      'held_notifications',
      [
        reference('organization_id', 'organizations'),
        reference('user_id', 'users'),
        integer('message_id'),
        integer('position'),
        integer('due_at'),
      ],
      ['user_id', 'message_id'],
    )
    await schema.index('held_notifications', ['organization_id', 'due_at'])
    await schema.index('held_notifications', ['message_id'])
    await schema.index('event_queues', ['user_id'])
    await schema.addColumn('organizations', text('push_state'), 'off')
    await schema.addColumn('organizations', optional(integer('push_until')))
    // A channel of thousands has few subscribers who get a notification of each message.
    await sql`create index subscriptions_that_notify on subscriptions (channel_id)
      where push_notifications = 1 or email_notifications = 1`.execute(schema.db)
  },
}
