import { channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import { userGroupSettingNames } from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateGroup } from '#store/people/user-groups.ts'
import { presentGroup } from './present.ts'
import { requireManagedGroup } from './rules.ts'

/** Deactivates a group that nothing uses. */
export async function deactivateGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  groupId: number,
): Promise<void> {
  const group = requireManagedGroup(directory, caller, groupId)
  if (group.isDeactivated) throw badRequest('User group is already deactivated.')
  const objections = usesOf(directory, group)
  if (objections.length > 0)
    throw new Refusal('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
      objections,
    })
  await updateGroup(tx, group.id, { isDeactivated: true })
  tx.audit('group.deactivated', { kind: 'group', id: group.id })
  tx.emit(
    {
      type: 'user_group',
      op: 'update',
      group_id: group.id,
      data: { deactivated: true },
      group: presentGroup(directory, { ...group, isDeactivated: true }),
    },
    { everyone: true },
  )
}

type Objection = Readonly<Record<string, unknown>>

/** Lists the uses of a group: in other groups, and in settings of groups, channels and the organization. */
export function usesOf(directory: OrganizationDirectory, { id }: GroupRecord): Objection[] {
  const names = (setting: GroupSetting | undefined) =>
    typeof setting === 'number' ? setting === id : (setting?.direct_subgroups.includes(id) ?? false)
  const objections: Objection[] = []
  const supergroups = [...directory.groups.values()].filter(
    (group) => !group.isDeactivated && group.subgroups.has(id),
  )
  if (supergroups.length > 0)
    objections.push({ type: 'subgroup', supergroup_ids: supergroups.map((group) => group.id) })
  for (const group of directory.groups.values()) {
    if (group.isDeactivated || group.id === id) continue
    const settings = userGroupSettingNames.filter((name) => names(group.settings[name]))
    if (settings.length > 0) objections.push({ type: 'user_group', group_id: group.id, settings })
  }
  for (const channel of directory.channels.values()) {
    const settings = channelGroupSettingNames.filter((name) => names(channel.settings[name]))
    if (settings.length > 0) objections.push({ type: 'channel', channel_id: channel.id, settings })
  }
  const settings = organizationPermissionNames.filter((name) => names(directory.organization.settings[name]))
  if (settings.length > 0) objections.push({ type: 'realm', settings })
  return objections
}
