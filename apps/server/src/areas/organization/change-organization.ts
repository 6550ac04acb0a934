import type { Args } from '@tagma/contract/define.ts'
import type { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import {
  type OrganizationPermission,
  organizationPermissionNames,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import {
  type OrganizationSetting,
  organizationSettingNames,
  organizationSettings,
  settingsNamingChannel,
} from '@tagma/contract/settings/organization-settings.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { videoCallProviders } from '#areas/calls/present.ts'
import { accessChannel } from '#areas/channels/require-channel.ts'
import { promoteFullMembers } from '#areas/groups/promote-full-members.ts'
import { requireGroupSettingChange } from '#areas/groups/require-group-setting.ts'
import { tellSightChanged } from '#areas/users/tell-sight.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { changesBetween } from '#model/audit.ts'
import { must } from '#model/must.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateOrganization, updateOrganizationSettings } from '#store/organization/organizations.ts'
import { mentionPolicy } from './present.ts'

/** Parameters of PATCH /realm. */
export type OrganizationChange = Partial<Args<typeof updateRealm>>

/**
 * Changes settings and permissions of the organization, all or none, and tells everybody. `rendered` is the
 * description's HTML.
 */
export async function changeOrganization(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  change: OrganizationChange,
  config: Pick<Config, 'allowsWebPublicChannels' | 'videoCalls'>,
  rendered: string | undefined,
): Promise<void> {
  const { organization } = directory
  const settings = settingsOf(directory, caller, change)
  const permissions = permissionsOf(directory, caller, change)
  if (settings.enable_spectator_access === true && !config.allowsWebPublicChannels)
    throw badRequest('Web-public channels are not enabled on this server.')
  const provider = settings.video_chat_provider
  if (provider !== undefined && !Object.values(videoCallProviders(config)).some(({ id }) => id === provider))
    throw badRequest(
      `Invalid video_chat_provider: ${JSON.stringify(provider)} is not in realm_available_video_chat_providers.`,
    )
  for (const name of settingsNamingChannel) {
    const channel = await findNamed(tx, directory, caller, settings[name])
    if (name === 'moderation_request_channel_id' && channel?.isPrivate === false)
      throw badRequest('Moderation request channel must be private.')
  }
  const columns = {
    ...(change.name === undefined || change.name === organization.name ? {} : { name: change.name }),
    ...(change.description === undefined || change.description === organization.description
      ? {}
      : { description: change.description }),
  }
  await updateOrganizationSettings(tx, { ...settings, ...permissions })
  const changes = changesBetween(organization.settings, { ...settings, ...permissions })
  const names = Object.keys(columns)
  if (names.length > 0 || Object.keys(changes).length > 0)
    tx.audit('organization.setting', null, { names, changes })
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
    ...(columns.description === undefined
      ? {}
      : {
          description: columns.description,
          rendered_description: must(rendered, 'a new description was not rendered'),
        }),
    // Older clients know the policy by this setting.
    ...(settings.topics_policy === undefined
      ? {}
      : { mandatory_topics: settings.topics_policy === 'disable_empty_topic' }),
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
  return withEditHistory(changed)
}

/** Adds the setting of older clients, which only says whether there is an edit history. */
function withEditHistory(changed: Record<string, unknown>): Record<string, unknown> {
  const policy = changed.message_edit_history_visibility_policy
  if (policy !== undefined) return { ...changed, allow_edit_history: policy !== 'none' }
  const allowed = changed.allow_edit_history
  if (allowed === undefined) return changed
  return { ...changed, message_edit_history_visibility_policy: allowed === true ? 'all' : 'none' }
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
    const value = requireGroupSettingChange(directory, name, current, given, rule)
    if (value === undefined) continue
    if (rule.ownersOnly && !isOwner(caller)) throw ownersOnlyRefusal()
    changed[name] = value
  }
  return changed
}

/** Finds the channel that a setting names. Refuses a channel that is unknown to the caller or archived. */
async function findNamed(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: unknown,
): Promise<ChannelRecord | undefined> {
  if (id === undefined || id === -1) return undefined
  const { channel } = await accessChannel(tx.db, directory, caller, Number(id))
  if (channel.isArchived) throw badRequest('Invalid channel ID')
  return channel
}

const ownersOnlyRefusal = () => new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
