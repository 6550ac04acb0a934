import type {
  ChannelRecord,
  DomainRecord,
  FolderRecord,
  LinkifierRecord,
  OrganizationRecord,
  PersonRecord,
  PlaygroundRecord,
  SubscriptionRecord,
} from '../record.ts'
import { cleanText, choiceIn, flagIn, idIn, numberIn, type Row, textIn } from '../rows.ts'
import type { Groups } from './groups.ts'

const seconds = (row: Row, column: string): number => Math.floor(numberIn(row, column) ?? 0)

const visibilities: Readonly<Record<number, string>> = { 1: 'all', 2: 'moves', 3: 'none' }

/** Settings whose columns have other names or values than in the API. */
function settingsOf(realm: Row): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...realm }
  const isNamed = flagIn(realm, 'mandatory_topics') || realm.topics_policy === 3
  settings.topics_policy = isNamed ? 'disable_empty_topic' : 'allow_empty_topic'
  for (const name of ['new_stream_announcements', 'signup_announcements', 'zulip_update_announcements'])
    settings[`${name}_stream_id`] = realm[`${name}_stream`] ?? realm[`${name}_stream_id`]
  settings.moderation_request_channel_id = realm.moderation_request_channel
  const visibility = visibilities[numberIn(realm, 'message_edit_history_visibility_policy') ?? 0]
  if (visibility === undefined) delete settings.message_edit_history_visibility_policy
  else settings.message_edit_history_visibility_policy = visibility
  for (const [name, value] of Object.entries(settings)) if (value === undefined) delete settings[name]
  return settings
}

export const organizationRecord = (realm: Row, userDefaults: Row, groups: Groups): OrganizationRecord => ({
  t: 'organization',
  key: idIn(realm, 'id') ?? 0,
  name: textIn(realm, 'name'),
  subdomain: textIn(realm, 'string_id'),
  description: textIn(realm, 'description'),
  createdAt: seconds(realm, 'date_created'),
  settings: settingsOf(realm),
  permissions: groups.permissionsIn(realm),
  userDefaults,
})

export const linkifierRecord = (row: Row): LinkifierRecord => ({
  t: 'linkifier',
  pattern: textIn(row, 'pattern'),
  urlTemplate: textIn(row, 'url_template'),
  reverseTemplate: textIn(row, 'reverse_template') || null,
  exampleInput: textIn(row, 'example_input') || null,
  alternativeUrlTemplates: Array.isArray(row.alternative_url_templates)
    ? row.alternative_url_templates.filter((template) => typeof template === 'string').map(cleanText)
    : [],
})

export const playgroundRecord = (row: Row): PlaygroundRecord => ({
  t: 'playground',
  name: textIn(row, 'name'),
  language: textIn(row, 'pygments_language'),
  // Before feature level 196 the code came after a beginning.
  urlTemplate: textIn(row, 'url_template') || `${textIn(row, 'url_prefix')}{code}`,
})

export const folderRecord = (key: number, row: Row): FolderRecord => ({
  t: 'folder',
  key,
  name: textIn(row, 'name'),
  description: textIn(row, 'description'),
  creator: idIn(row, 'creator') ?? null,
  createdAt: seconds(row, 'date_created'),
  isArchived: flagIn(row, 'is_archived'),
})

export const domainRecord = (row: Row): DomainRecord => ({
  t: 'domain',
  domain: textIn(row, 'domain'),
  allowSubdomains: flagIn(row, 'allow_subdomains'),
})

/** `avatar` is the file with the person's picture, if there is one. */
export function personRecord(row: Row, avatar: string | null): PersonRecord {
  const isBot = flagIn(row, 'is_bot')
  const isDummy = flagIn(row, 'is_mirror_dummy')
  return {
    t: 'person',
    key: idIn(row, 'id') ?? 0,
    email: textIn(row, 'delivery_email') || textIn(row, 'email'),
    name: textIn(row, 'full_name'),
    role: numberIn(row, 'role') ?? 400,
    isActive: flagIn(row, 'is_active', true) && !isDummy,
    isStub: isDummy || flagIn(row, 'is_imported_stub'),
    botType: isBot ? (numberIn(row, 'bot_type') ?? 1) : null,
    owner: idIn(row, 'bot_owner') ?? null,
    timezone: textIn(row, 'timezone'),
    joinedAt: seconds(row, 'date_joined'),
    avatar: { source: textIn(row, 'avatar_source'), file: avatar },
    settings: row,
  }
}

const topicsPolicies: Readonly<Record<number, string>> = {
  2: 'allow_empty_topic',
  3: 'disable_empty_topic',
  4: 'empty_topic_only',
}

/** System groups that `stream_post_policy` named before permissions were groups (feature level 333). */
const postGroups: Readonly<Record<number, string>> = {
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
}

export function channelRecord(row: Row, isDefault: boolean, groups: Groups): ChannelRecord {
  const permissions = groups.permissionsIn(row)
  const post = postGroups[numberIn(row, 'stream_post_policy') ?? 1]
  const postGroup = groups.records.find(({ name }) => name === post)
  if (permissions.can_send_message_group === undefined && postGroup)
    permissions.can_send_message_group = postGroup.key
  const isPrivate = flagIn(row, 'invite_only')
  return {
    t: 'channel',
    key: idIn(row, 'id') ?? 0,
    name: textIn(row, 'name'),
    description: textIn(row, 'description'),
    creator: idIn(row, 'creator') ?? null,
    createdAt: seconds(row, 'date_created'),
    isPrivate,
    isWebPublic: flagIn(row, 'is_web_public'),
    isArchived: flagIn(row, 'deactivated'),
    isDefault,
    folder: idIn(row, 'folder') ?? null,
    historyPublic: flagIn(row, 'history_public_to_subscribers', !isPrivate),
    retentionDays: numberIn(row, 'message_retention_days') ?? null,
    topicsPolicy: topicsPolicies[numberIn(row, 'topics_policy') ?? 1] ?? 'inherit',
    permissions,
  }
}

export const subscriptionRecord = (row: Row, person: number, channel: number): SubscriptionRecord => ({
  t: 'subscription',
  person,
  channel,
  isActive: flagIn(row, 'active', true),
  color: typeof row.color === 'string' ? cleanText(row.color) : '',
  // `in_home_view` is the opposite, under its old name.
  isMuted: flagIn(row, 'is_muted', !flagIn(row, 'in_home_view', true)),
  isPinned: flagIn(row, 'pin_to_top'),
  desktop: choiceIn(row, 'desktop_notifications'),
  email: choiceIn(row, 'email_notifications'),
  push: choiceIn(row, 'push_notifications'),
  sound: choiceIn(row, 'audible_notifications'),
  wildcard: choiceIn(row, 'wildcard_mentions_notify'),
})
