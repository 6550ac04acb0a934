import type { Migration } from './migration.ts'

/** Presence, status, profiles, pictures, bots, muted users. */
export const people: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table(
      'presence',
      [
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        integer('active_at'),
        integer('seen_at'),
        text('status'),
        integer('update_id'),
      ],
      ['user_id'],
    )
    await schema.index('presence', ['organization_id'])
    await schema.table(
      'user_statuses',
      [
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        text('text'),
        text('emoji_name'),
        text('emoji_code'),
        text('emoji_type'),
      ],
      ['user_id'],
    )
    await schema.index('user_statuses', ['organization_id'])
    await schema.table('profile_fields', [
      id(),
      reference('organization_id', 'organizations'),
      text('name'),
      text('name_key'),
      integer('type'),
      text('hint'),
      text('field_data'),
      integer('position'),
      integer('in_summary'),
      integer('required'),
      integer('editable_by_user'),
      integer('for_matching'),
    ])
    await schema.index('profile_fields', ['organization_id', 'name_key'], 'unique')
    await schema.table(
      'profile_values',
      [
        reference('user_id', 'users'),
        reference('field_id', 'profile_fields'),
        text('value'),
        optional(text('rendered')),
      ],
      ['user_id', 'field_id'],
    )
    await schema.index('profile_values', ['field_id'])
    await schema.table(
      'bots',
      [
        reference('user_id', 'users'),
        reference('organization_id', 'organizations'),
        optional(integer('default_sending_channel_id')),
        optional(integer('default_events_channel_id')),
        integer('default_all_public_channels'),
        text('services'),
      ],
      ['user_id'],
    )
    await schema.index('bots', ['organization_id'])
    await schema.table(
      'muted_users',
      [reference('user_id', 'users'), reference('muted_user_id', 'users'), integer('muted_at')],
      ['user_id', 'muted_user_id'],
    )
    await schema.index('muted_users', ['muted_user_id'])
    await schema.table(
      'email_changes',
      [text('token_hash'), reference('user_id', 'users'), text('new_email'), integer('expires_at')],
      ['token_hash'],
    )
    await schema.index('email_changes', ['user_id'])
    await schema.addColumn('users', integer('can_create_users'), 0)
    await schema.addColumn('users', integer('awaits_login'), 0)
  },
}
