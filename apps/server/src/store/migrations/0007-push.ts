import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const push: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    const inOrganization = () => reference('organization_id', 'organizations')
    await schema.table('devices', [
      id(),
      inOrganization(),
      reference('user_id', 'users'),
      optional(integer('push_key_id')),
      optional(text('push_key')),
      optional(text('token_kind')),
      optional(text('push_token_id')),
      optional(text('pending_push_token_id')),
      optional(integer('token_updated_at')),
      optional(text('error_code')),
      optional(text('token')),
      optional(text('app_id')),
    ])
    await schema.index('devices', ['user_id'])
    await schema.index('devices', ['organization_id', 'push_token_id'])
    await schema.table(
      'push_registrations',
      [
        reference('device_id', 'devices'),
        inOrganization(),
        text('token_id'),
        text('public_key'),
        text('encrypted_registration'),
        integer('created_at'),
        integer('attempts'),
        integer('next_at'),
      ],
      ['device_id'],
    )
    await schema.index('push_registrations', ['organization_id', 'next_at'])
    await schema.table('legacy_push_tokens', [
      id(),
      inOrganization(),
      reference('user_id', 'users'),
      text('kind'),
      text('token'),
      optional(text('app_id')),
    ])
    await schema.index('legacy_push_tokens', ['user_id', 'kind', 'token'], 'unique')
    await schema.index('legacy_push_tokens', ['organization_id'])
    await schema.table('outgoing_pushes', [
      id(),
      inOrganization(),
      text('notification_id'),
      reference('user_id', 'users'),
      optional(reference('device_id', 'devices')),
      optional(reference('legacy_token_id', 'legacy_push_tokens')),
      text('payload'),
      integer('created_at'),
      integer('attempts'),
      integer('next_at'),
    ])
    await schema.index('outgoing_pushes', ['organization_id', 'next_at'])
    await schema.table(
      'notified_messages',
      [reference('user_id', 'users'), integer('message_id'), integer('at')],
      ['user_id', 'message_id'],
    )
    await schema.index('notified_messages', ['message_id'])
    await schema.index('notified_messages', ['at'])
    await schema.table(
      'waiting_email_notifications',
      [
        inOrganization(),
        reference('user_id', 'users'),
        integer('message_id'),
        text('reason'),
        integer('due_at'),
      ],
      ['user_id', 'message_id'],
    )
    await schema.index('waiting_email_notifications', ['organization_id', 'due_at'])
    await schema.table(
      'log_cursors',
      [inOrganization(), text('job'), integer('position')],
      ['organization_id', 'job'],
    )
    // Earlier messages lead to no notifications.
    await sql`insert into log_cursors (organization_id, job, position)
      select organization_id, 'notify', max(id) from event_log
      where organization_id in (select id from organizations) group by organization_id`.execute(schema.db)
  },
}
