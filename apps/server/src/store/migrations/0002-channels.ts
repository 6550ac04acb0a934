import type { Migration } from './migration.ts'

/** Folders, topic visibility, and the traffic of channels. */
export const channels: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.addColumn('channels', integer('recent_messages'), 0)
    await schema.addColumn('channels', integer('is_recently_active'), 1)
    await schema.table(
      'channel_days',
      [reference('channel_id', 'channels'), integer('day'), integer('messages')],
      ['channel_id', 'day'],
    )
    await schema.table(
      'channel_traffic',
      [reference('organization_id', 'organizations'), integer('counted_through')],
      ['organization_id'],
    )
    await schema.table('channel_folders', [
      id(),
      reference('organization_id', 'organizations'),
      text('name'),
      text('description'),
      text('rendered_description'),
      integer('position'),
      integer('is_archived'),
      optional(integer('creator_id')),
      integer('created_at'),
    ])
    await schema.index('channel_folders', ['organization_id', 'position'])
    await schema.table(
      'user_topics',
      [
        reference('user_id', 'users'),
        reference('channel_id', 'channels'),
        text('topic_key'),
        text('topic'),
        integer('visibility_policy'),
        integer('updated_at'),
      ],
      ['user_id', 'channel_id', 'topic_key'],
    )
    await schema.index('user_topics', ['channel_id', 'topic_key'])
  },
}
