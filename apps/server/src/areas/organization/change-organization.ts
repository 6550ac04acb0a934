import type { Args } from '@tagma/contract/define.ts'
import type { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import {
  type OrganizationPermission,
  organizationPermissionNames,
  organizationPermissions,
  type OrganizationSetting,
  organizationSettingNames,
  organizationSettings,
} from '@tagma/contract/settings/organization-settings.ts'
import { isOwner } from '#areas/groups/can.ts'
import { checkGroupSettingChange } from '#areas/groups/check-group-setting.ts'
import { promoteFullMembers } from '#areas/groups/promote-full-members.ts'
import { tellSightChanged } from '#areas/users/tell-sight.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Config } from '#server/config.ts'
import { badRequest, Refusal } from '#server/refusal.ts'
import { updateOrganization, updateOrganizationSettings } from '#store/organizations.ts'
import type { Tx } from '#store/transactions.ts'
import { mentionPolicy } from './present-settings.ts'

/** What PATCH /realm can be told. */
export type OrganizationChange = Partial<Args<typeof updateRealm>>

/** Changes settings and permissions of the organization, all or none, and tells everybody. */
export async function changeOrganization(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  change: OrganizationChange,
  config: Pick<Config, 'allowsWebPublicChannels'>,
): Promise<void> {
  const { organization } = directory
  const settings = settingsOf(directory, caller, change)
  const permissions = permissionsOf(directory, caller, change)
  checkTogether(directory, settings, config)
  const columns = {
    ...(change.name === undefined || change.name === organization.name ? {} : { name: change.name }),
    ...(change.description === undefined || change.description === organization.description
      ? {}
      : { description: change.description }),
  }
  await updateOrganizationSettings(tx, { ...settings, ...permissions })
  if (Object.keys(columns).length > 0) await updateOrganization(tx, columns)

  for (const [property, value] of Object.entries({
    ...(columns.name === undefined ? {} : { name: columns.name }),
    ...settings,
  }))
    tx.emit({ type: 'realm', op: 'update', property, value }, { everyone: true })
  const policy = mentionPolicy(directory, permissions.can_mention_many_users_group)
  const together = {
    ...permissions,
    ...(policy === mentionPolicy(directory) ? {} : { wildcard_mention_policy: policy }),
    ...(columns.description === undefined ? {} : { description: columns.description }),
  }
  if (Object.keys(together).length > 0)
    tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data: together }, { everyone: true })
  if (permissions.can_access_all_users_group !== undefined)
    await tellSightChanged(tx, directory, permissions.can_access_all_users_group)
  if (settings.waiting_period_threshold !== undefined)
    await promoteFullMembers(tx, directory, Number(settings.waiting_period_threshold))
}

function settingsOf(
  directory: OrganizationDirectory,
  caller: UserRecord,
  change: OrganizationChange,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const name of organizationSettingNames) {
    const { ownersOnly, unlimited }: OrganizationSetting = organizationSettings[name]
    const given = change[name]
    if (given === undefined) continue
    const value = given === 'unlimited' && unlimited !== undefined ? unlimited : given
    if (value === directory.organization.settings[name]) continue
    if (ownersOnly && !isOwner(caller)) throw ownersOnlyRefusal()
    changed[name] = value
  }
  return changed
}

function permissionsOf(
  directory: OrganizationDirectory,
  caller: UserRecord,
  change: OrganizationChange,
): Partial<OrganizationDirectory['organization']['settings']> {
  const changed: Partial<OrganizationDirectory['organization']['settings']> = {}
  for (const name of organizationPermissionNames) {
    const given = change[name]
    if (!given) continue
    const rule: OrganizationPermission = organizationPermissions[name]
    const current = directory.organization.settings[name]
    const value = checkGroupSettingChange(directory, name, current, given, rule)
    if (value === undefined) continue
    if (rule.ownersOnly && !isOwner(caller)) throw ownersOnlyRefusal()
    changed[name] = value
  }
  return changed
}

/** Refuses what is a right value by itself but does not fit the server or the organization. */
function checkTogether(
  directory: OrganizationDirectory,
  settings: Readonly<Record<string, unknown>>,
  config: Pick<Config, 'allowsWebPublicChannels'>,
): void {
  if (settings.enable_spectator_access === true && !config.allowsWebPublicChannels)
    throw badRequest('Web-public channels are not enabled on this server.')
  const announcements = settings.new_stream_announcements_stream_id
  if (announcements === undefined || announcements === -1) return
  const channel = directory.channels.get(Number(announcements))
  if (!channel || channel.isArchived || channel.isPrivate) throw badRequest('Invalid channel ID')
}

const ownersOnlyRefusal = () => new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
