import type { ChannelGroupSetting, TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  organizationPermissionNames,
  organizationPermissions,
  type SystemGroup,
} from '@tagma/contract/settings/organization-permissions.ts'
import {
  type OrganizationSettings,
  organizationSettingNames,
  organizationSettings,
} from '@tagma/contract/settings/organization-settings.ts'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { Selectable } from 'kysely'
import type { ChannelRecord, GroupRecord, OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Db } from '#store/sql/db.ts'
import type { ChannelsTable } from '#store/sql/tables/channels.ts'
import type { UsersTable } from '#store/sql/tables/people.ts'
import { loadDomains } from './allowed-domains.ts'
import { loadLinkifiers } from './linkifiers.ts'
import { loadPlaygrounds } from './playgrounds.ts'

/** Reads an organization with all settings. `groupId` finds the system groups that are the settings' initial values. */
export async function loadOrganization(
  db: Db,
  id: number,
  groupId: (name: SystemGroup) => number,
): Promise<OrganizationRecord> {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changed = JSON.parse(row.settings) as Partial<OrganizationSettings>
  const settings: Record<string, unknown> = { user_settings_defaults: {} }
  for (const name of organizationSettingNames) settings[name] = organizationSettings[name].initial
  for (const name of organizationPermissionNames)
    settings[name] = groupId(organizationPermissions[name].initial)
  return {
    id: row.id,
    uuid: row.uuid,
    subdomain: row.subdomain,
    name: row.name,
    description: row.description,
    createdAt: row.created_at,
    deactivatedAt: row.deactivated_at,
    deletionAt: row.deletion_at,
    settings: { ...settings, ...changed } as OrganizationSettings,
    demoDeletionAt: row.demo_deletion_at,
    pictures: { icon: row.icon_version, logo: row.logo_version, nightLogo: row.night_logo_version },
    linkifiers: await loadLinkifiers(db, id),
    playgrounds: await loadPlaygrounds(db, id),
    domains: await loadDomains(db, id),
    push: { state: toPushState(row.push_state), until: row.push_until },
  }
}

const toPushState = (text: string): OrganizationRecord['push']['state'] =>
  text === 'on' || text === 'refused' ? text : 'off'

/** Reads the organization's users, or those of the given ids. */
export async function loadUsers(
  db: Db,
  organizationId: number,
  ids?: readonly number[],
): Promise<UserRecord[]> {
  const query = db.selectFrom('users').selectAll().where('organization_id', '=', organizationId)
  return (await (ids ? query.where('id', 'in', [...ids]) : query).execute()).map(toUserRecord)
}

function toUserRecord(row: Selectable<UsersTable>): UserRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    deliveryEmail: row.delivery_email,
    fullName: row.full_name,
    role: row.role as Role,
    isActive: row.is_active === 1,
    isFullMember: row.is_full_member === 1,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    apiKey: row.api_key,
    timezone: row.timezone,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    createdAt: row.created_at,
    joinedAt: row.joined_at,
    isImportedStub: row.is_imported_stub === 1,
    isDeleted: row.is_deleted === 1,
    awaitsLogin: row.awaits_login === 1,
    secondStepSince: row.second_step_since,
    keyHasStep: row.key_has_step === 1,
    canCreateUsers: row.can_create_users === 1,
    canChangeUserEmails: row.can_change_user_emails === 1,
    settings: JSON.parse(row.settings) as Partial<UserSettings>,
  }
}

/** Reads the organization's channels, or those of the given ids. */
export async function loadChannels(
  db: Db,
  organizationId: number,
  ids?: readonly number[],
): Promise<ChannelRecord[]> {
  const query = db.selectFrom('channels').selectAll().where('organization_id', '=', organizationId)
  return (await (ids ? query.where('id', 'in', [...ids]) : query).execute()).map(toChannelRecord)
}

function toChannelRecord(row: Selectable<ChannelsTable>): ChannelRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    creatorId: row.creator_id,
    createdAt: row.created_at,
    isPrivate: row.is_private === 1,
    isWebPublic: row.is_web_public === 1,
    isArchived: row.is_archived === 1,
    isDefault: row.is_default === 1,
    historyPublic: row.history_public === 1,
    messageRetentionDays: row.message_retention_days,
    folderId: row.folder_id,
    topicsPolicy: row.topics_policy as TopicsPolicy,
    defaultPushNotifications: row.default_push_notifications === 1,
    isHiddenFromAgents: row.hidden_from_agents === 1,
    settings: JSON.parse(row.settings) as Record<ChannelGroupSetting, GroupSetting>,
    recentMessages: row.recent_messages,
    isRecentlyActive: row.is_recently_active === 1,
  }
}

/** Reads the organization's groups with their direct members, or those of the given ids. */
export async function loadGroups(
  db: Db,
  organizationId: number,
  ids?: readonly number[],
): Promise<GroupRecord[]> {
  const query = db.selectFrom('user_groups').selectAll().where('organization_id', '=', organizationId)
  const rows = await (ids ? query.where('id', 'in', [...ids]) : query).execute()
  const found = rows.map((row) => row.id)
  if (found.length === 0) return []
  const members = await db
    .selectFrom('user_group_members')
    .selectAll()
    .where('group_id', 'in', found)
    .execute()
  const subgroups = await db
    .selectFrom('user_group_subgroups')
    .selectAll()
    .where('group_id', 'in', found)
    .execute()
  const membersOf = Map.groupBy(members, (row) => row.group_id)
  const subgroupsOf = Map.groupBy(subgroups, (row) => row.group_id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isSystem: row.is_system === 1,
    isDeactivated: row.is_deactivated === 1,
    creatorId: row.creator_id,
    createdAt: row.created_at,
    members: new Set(membersOf.get(row.id)?.map(({ user_id }) => user_id)),
    subgroups: new Set(subgroupsOf.get(row.id)?.map(({ subgroup_id }) => subgroup_id)),
    settings: JSON.parse(row.settings) as Record<string, GroupSetting>,
    managedBy: row.managed_by,
    externalId: row.external_id,
  }))
}
