import type { Migration } from './migration.ts'

export const organization: Migration = {
  async up(schema) {
    const { id, text, integer, optional, reference } = schema.columns
    const inOrganization = () => reference('organization_id', 'organizations')
    await schema.table('linkifiers', [
      id(),
      inOrganization(),
      integer('position'),
      text('pattern'),
      text('url_template'),
      optional(text('reverse_template')),
      optional(text('example_input')),
      text('alternative_url_templates'),
    ])
    await schema.index('linkifiers', ['organization_id', 'position'])
    await schema.table('code_playgrounds', [
      id(),
      inOrganization(),
      text('name'),
      text('pygments_language'),
      text('url_template'),
    ])
    await schema.index('code_playgrounds', ['organization_id', 'pygments_language', 'name'], 'unique')
    await schema.table('allowed_domains', [
      id(),
      inOrganization(),
      text('domain'),
      integer('allow_subdomains'),
    ])
    await schema.index('allowed_domains', ['organization_id', 'domain'], 'unique')
    await schema.table('invitations', [
      id(),
      inOrganization(),
      text('token').unique(),
      optional(text('email')),
      reference('inviter_id', 'users'),
      integer('role'),
      text('channel_ids'),
      text('group_ids'),
      integer('include_default_channels'),
      integer('notify_inviter'),
      optional(text('welcome_text')),
      integer('created_at'),
      optional(integer('expires_at')),
      text('state'),
    ])
    await schema.index('invitations', ['organization_id', 'state'])
    await schema.index('invitations', ['inviter_id'])
    await schema.table(
      'navigation_views',
      [reference('user_id', 'users'), text('fragment'), integer('is_pinned'), optional(text('name'))],
      ['user_id', 'fragment'],
    )
    await schema.table('outgoing_mail', [
      id(),
      inOrganization(),
      text('recipient'),
      text('subject'),
      text('text'),
      optional(text('html')),
      integer('created_at'),
      integer('attempts'),
      integer('next_at'),
    ])
    await schema.index('outgoing_mail', ['organization_id', 'next_at'])
    await schema.table(
      'password_resets',
      [text('token_hash'), reference('user_id', 'users'), integer('expires_at')],
      ['token_hash'],
    )
    await schema.index('password_resets', ['user_id'])
    await schema.addColumn('organizations', optional(integer('demo_deletion_at')))
    for (const picture of ['icon_version', 'logo_version', 'night_logo_version'])
      await schema.addColumn('organizations', integer(picture), 0)
  },
}
