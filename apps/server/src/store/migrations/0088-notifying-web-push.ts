import type { Migration } from './migration.ts'

/** Browsers that get notifications by Web Push, and the key with which each organization signs them. */
export const webPush: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table(
      'web_push_keys',
      [reference('organization_id', 'organizations'), text('public_key'), text('sealed')],
      ['organization_id'],
    )
    await schema.table('web_push_subscriptions', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      reference('session_id', 'sessions'),
      text('endpoint'),
      text('endpoint_hash'),
      text('p256dh'),
      text('auth'),
      integer('created_at'),
    ])
    await schema.index('web_push_subscriptions', ['session_id'], 'unique')
    await schema.index('web_push_subscriptions', ['organization_id', 'endpoint_hash'], 'unique')
    await schema.index('web_push_subscriptions', ['user_id'])
    // Its subscription may end while a notification waits: then nobody gets it.
    await schema.addColumn('outgoing_pushes', optional(integer('web_push_id')))
  },
}
