import type { Migration } from './migration.ts'

/** Reactions, custom emoji, submessages, drafts, snippets, alert words, uploads, and messages for later. */
export const personal: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    await schema.table('reactions', [
      id(),
      reference('message_id', 'messages'),
      reference('user_id', 'users'),
      text('type'),
      text('code'),
      text('name'),
    ])
    await schema.index('reactions', ['message_id', 'user_id', 'type', 'code'], 'unique')
    await schema.index('reactions', ['user_id'])
    await schema.table('custom_emoji', [
      id(),
      reference('organization_id', 'organizations'),
      text('name'),
      reference('author_id', 'users'),
      integer('is_deactivated'),
      text('picture'),
      optional(text('still')),
      integer('created_at'),
    ])
    await schema.index('custom_emoji', ['organization_id'])
    await schema.index('custom_emoji', ['author_id'])
    await schema.table('submessages', [
      id(),
      reference('message_id', 'messages'),
      reference('sender_id', 'users'),
      text('msg_type'),
      text('content'),
    ])
    await schema.index('submessages', ['message_id'])
    await schema.index('submessages', ['sender_id'])
    await schema.table('drafts', [
      id(),
      reference('user_id', 'users'),
      text('type'),
      text('recipients'),
      text('topic'),
      text('content'),
      integer('edited_at'),
    ])
    await schema.index('drafts', ['user_id'])
    await schema.table('saved_snippets', [
      id(),
      reference('user_id', 'users'),
      text('title'),
      text('content'),
      integer('created_at'),
    ])
    await schema.index('saved_snippets', ['user_id'])
    await schema.table(
      'alert_words',
      [
        reference('organization_id', 'organizations'),
        reference('user_id', 'users'),
        text('key'),
        text('word'),
      ],
      ['organization_id', 'user_id', 'key'],
    )
    await schema.index('alert_words', ['user_id'])
    await schema.table('attachments', [
      id(),
      reference('organization_id', 'organizations'),
      reference('owner_id', 'users'),
      text('path_id').unique(),
      text('name'),
      integer('size'),
      text('content_type'),
      integer('created_at'),
      optional(text('image')),
    ])
    await schema.index('attachments', ['owner_id'])
    await schema.index('attachments', ['organization_id'])
    await schema.table(
      'upload_usage',
      [reference('organization_id', 'organizations'), integer('bytes')],
      ['organization_id'],
    )
    await schema.table(
      'message_attachments',
      [reference('message_id', 'messages'), reference('attachment_id', 'attachments')],
      ['message_id', 'attachment_id'],
    )
    await schema.index('message_attachments', ['attachment_id'])
    await schema.table('scheduled_messages', [
      id(),
      reference('organization_id', 'organizations'),
      reference('user_id', 'users'),
      text('kind'),
      optional(integer('channel_id')),
      text('recipients'),
      text('topic'),
      text('content'),
      text('rendered'),
      text('client'),
      integer('deliver_at'),
      integer('has_failed'),
      optional(text('failure')),
      integer('read_by_sender'),
      optional(integer('target_message_id')),
      text('note'),
    ])
    await schema.index('scheduled_messages', ['user_id'])
    await schema.index('scheduled_messages', ['organization_id', 'has_failed', 'deliver_at'])
  },
}
