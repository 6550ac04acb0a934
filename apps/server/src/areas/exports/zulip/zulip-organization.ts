import { initialUserSettings, type UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { pictureSource } from '#areas/organization/picture-present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { OrganizationTableRows } from '#store/organization/organization-table-rows.ts'
import type { ZulipBook } from './zulip-book.ts'
import { permissionColumns } from './zulip-groups.ts'

const historyPolicies = { all: 1, moves: 2, none: 3 } as const

/** Writes the organization with its settings, and what its administrators set up. */
export async function writeOrganization(
  book: ZulipBook,
  directory: OrganizationDirectory,
  rows: OrganizationTableRows,
): Promise<void> {
  const { organization } = directory
  const { settings } = organization
  const realm = book.realm
  const {
    topics_policy,
    user_settings_defaults,
    message_edit_history_visibility_policy: history,
    ...others
  } = settings
  const isNamed = topics_policy === 'disable_empty_topic'
  book.add('zerver_realm', {
    id: realm,
    string_id: organization.subdomain,
    uuid: organization.uuid,
    name: organization.name,
    description: organization.description,
    date_created: organization.createdAt,
    deactivated: false,
    icon_source: pictureSource(organization, 'icon'),
    icon_version: 1,
    logo_source: pictureSource(organization, 'logo'),
    logo_version: 1,
    night_logo_source: pictureSource(organization, 'nightLogo'),
    night_logo_version: 1,
    ...others,
    topics_policy: isNamed ? 3 : 2,
    mandatory_topics: isNamed,
    message_edit_history_visibility_policy: historyPolicies[history],
    new_stream_announcements_stream: channelOrNull(settings.new_stream_announcements_stream_id),
    signup_announcements_stream: channelOrNull(settings.signup_announcements_stream_id),
    zulip_update_announcements_stream: channelOrNull(settings.zulip_update_announcements_stream_id),
    moderation_request_channel: channelOrNull(settings.moderation_request_channel_id),
    ...permissionColumns(book, settings),
  })
  const defaults: Partial<UserSettings> = user_settings_defaults
  book.add('zerver_realmuserdefault', { realm, ...initialUserSettings, ...defaults })
  writeRules(book, directory)
  await writeFolders(book, rows)
}

function writeRules(book: ZulipBook, { organization }: OrganizationDirectory): void {
  const { realm } = book
  for (const [order, row] of organization.linkifiers.entries())
    book.add('zerver_realmfilter', {
      id: row.id,
      realm,
      pattern: row.pattern,
      url_template: row.urlTemplate,
      reverse_template: row.reverseTemplate,
      example_input: row.exampleInput,
      alternative_url_templates: row.alternativeUrlTemplates,
      order,
    })
  for (const row of organization.domains)
    book.add('zerver_realmdomain', {
      id: row.id,
      realm,
      domain: row.domain,
      allow_subdomains: row.allowSubdomains,
    })
  for (const row of organization.playgrounds)
    book.add('zerver_realmplayground', {
      id: row.id,
      realm,
      name: row.name,
      pygments_language: row.pygmentsLanguage,
      url_template: row.urlTemplate,
    })
}

async function writeFolders(book: ZulipBook, rows: OrganizationTableRows): Promise<void> {
  const { realm } = book
  for (const row of await rows.read('channel_folders', 'position'))
    book.add('zerver_channelfolder', {
      id: row.id,
      realm,
      name: row.name,
      description: row.description,
      rendered_description: '',
      creator: row.creator_id,
      date_created: row.created_at,
      is_archived: row.is_archived === 1,
      order: row.position,
    })
}

const channelOrNull = (id: number): number | null => (id > 0 ? id : null)
