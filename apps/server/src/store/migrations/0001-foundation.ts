import type { Migration } from './migration.ts'

export const foundation: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('organizations', [
      id(),
      text('uuid').unique(),
      text('subdomain').unique(),
      text('name'),
      text('description'),
      integer('created_at'),
      optional(integer('deactivated_at')),
      optional(integer('deletion_at')),
      text('settings'),
      optional(text('setup_token')),
    ])
    await schema.table('users', [
      id(),
      reference('organization_id', 'organizations'),
      text('email'),
      text('delivery_email'),
      text('email_key'),
      text('full_name'),
      integer('role'),
      integer('is_active'),
      integer('is_full_member'),
      optional(integer('bot_type')),
      optional(integer('bot_owner_id')),
      text('api_key').unique(),
      optional(text('password_hash')),
      text('timezone'),
      text('avatar_source'),
      integer('avatar_version'),
      integer('created_at'),
      integer('joined_at'),
      integer('is_imported_stub'),
      integer('is_deleted'),
      text('settings'),
      integer('read_through'),
      integer('read_version'),
    ])
    await schema.index('users', ['organization_id', 'email_key'], 'unique')
    await schema.table('user_groups', [
      id(),
      reference('organization_id', 'organizations'),
      text('name'),
      text('name_key'),
      text('description'),
      integer('is_system'),
      optional(integer('creator_id')),
      optional(integer('created_at')),
      integer('is_deactivated'),
      text('settings'),
    ])
    await schema.index('user_groups', ['organization_id', 'name_key'], 'unique')
    await schema.table(
      'user_group_members',
      [reference('group_id', 'user_groups'), reference('user_id', 'users')],
      ['group_id', 'user_id'],
    )
    await schema.index('user_group_members', ['user_id'])
    await schema.table(
      'user_group_subgroups',
      [reference('group_id', 'user_groups'), reference('subgroup_id', 'user_groups')],
      ['group_id', 'subgroup_id'],
    )
    await schema.index('user_group_subgroups', ['subgroup_id'])
    await schema.table('channels', [
      id(),
      reference('organization_id', 'organizations'),
      text('name'),
      text('name_key'),
      text('description'),
      text('rendered_description'),
      optional(integer('creator_id')),
      integer('created_at'),
      integer('is_private'),
      integer('is_web_public'),
      integer('is_archived'),
      integer('is_default'),
      integer('history_public'),
      optional(integer('message_retention_days')),
      optional(integer('folder_id')),
      text('topics_policy'),
      integer('default_push_notifications'),
      text('settings'),
    ])
    await schema.index('channels', ['organization_id', 'name_key'], 'unique')
    await schema.table(
      'subscriptions',
      [
        reference('user_id', 'users'),
        reference('channel_id', 'channels'),
        integer('is_active'),
        text('color'),
        integer('is_muted'),
        integer('pin_to_top'),
        optional(integer('desktop_notifications')),
        optional(integer('email_notifications')),
        optional(integer('push_notifications')),
        optional(integer('audible_notifications')),
        optional(integer('wildcard_mentions_notify')),
        integer('read_through'),
        integer('read_version'),
      ],
      ['user_id', 'channel_id'],
    )
    await schema.index('subscriptions', ['channel_id', 'is_active'])
    await schema.table(
      'subscription_spans',
      [
        reference('user_id', 'users'),
        reference('channel_id', 'channels'),
        integer('after_message'),
        optional(integer('until_message')),
      ],
      ['user_id', 'channel_id', 'after_message'],
    )
    await schema.index('subscription_spans', ['channel_id', 'until_message'])
    await schema.table('conversations', [
      id(),
      reference('organization_id', 'organizations'),
      integer('channel_id'),
      text('topic'),
      text('key'),
    ])
    await schema.index('conversations', ['organization_id', 'channel_id', 'key'], 'unique')
    await schema.table(
      'conversation_participants',
      [reference('user_id', 'users'), reference('conversation_id', 'conversations')],
      ['user_id', 'conversation_id'],
    )
    await schema.index('conversation_participants', ['conversation_id'])
    await schema.table('messages', [
      id(),
      integer('organization_id'),
      integer('conversation_id'),
      integer('channel_id'),
      integer('sender_id'),
      text('client'),
      text('content'),
      text('rendered'),
      integer('sent_at'),
      optional(integer('edited_at')),
      optional(integer('moved_at')),
      integer('is_me_message'),
      integer('has_link'),
      integer('has_image'),
      integer('has_attachment'),
      optional(text('edit_history')),
    ])
    await schema.index('messages', ['organization_id', 'id'])
    await schema.index('messages', ['conversation_id', 'id'])
    await schema.index('messages', ['channel_id', 'id'])
    await schema.index('messages', ['sender_id', 'id'])
    await schema.table(
      'message_flags',
      [integer('user_id'), integer('message_id'), integer('flags')],
      ['user_id', 'message_id'],
    )
    await schema.index('message_flags', ['message_id'])
    await schema.table(
      'read_state',
      [integer('user_id'), integer('conversation_id'), text('ranges'), integer('version')],
      ['user_id', 'conversation_id'],
    )
    await schema.index('read_state', ['conversation_id'])
    await schema.table(
      'sent_messages',
      [integer('user_id'), text('queue_id'), text('local_id'), integer('message_id'), integer('sent_at')],
      ['user_id', 'queue_id', 'local_id'],
    )
    await schema.index('sent_messages', ['sent_at'])
    await schema.table('event_log', [
      id(),
      integer('organization_id'),
      integer('at'),
      text('type'),
      text('body'),
      text('audience'),
      optional(text('touches')),
    ])
    await schema.index('event_log', ['organization_id', 'id'])
    await schema.table(
      'event_queues',
      [
        text('id'),
        reference('organization_id', 'organizations'),
        reference('user_id', 'users'),
        text('parameters'),
        integer('position'),
        integer('idle_seconds'),
        integer('seen_at'),
      ],
      ['id'],
    )
    await schema.index('event_queues', ['organization_id', 'position'])
  },
}
