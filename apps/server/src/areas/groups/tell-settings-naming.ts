import { channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import { userGroupSettingNames } from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import { audienceKnowing } from '#areas/channels/audience.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { presentGroupSetting } from './require-group-setting.ts'
import { tellGroup } from './tell-group.ts'

/**
 * Tells of every setting of the organization, a group or a channel that names some of these users one by one: a
 * deactivated user is left out of it, and is back in it once active again. `users` are as they will be. Feature level
 * 303.
 */
export function tellSettingsNaming(
  tx: Tx,
  directory: OrganizationDirectory,
  users: readonly UserRecord[],
): void {
  const changed = new Map(users.map((user) => [user.id, user]))
  const after = { users: { get: (id: number) => changed.get(id) ?? directory.users.get(id) } }
  const shownOf = <N extends string>(
    names: readonly N[],
    settings: Readonly<Partial<Record<N, GroupSetting>>>,
  ): [N, GroupSetting][] =>
    names.flatMap((name): [N, GroupSetting][] => {
      const setting = settings[name]
      if (typeof setting !== 'object' || !setting.direct_members.some((id) => changed.has(id))) return []
      return [[name, presentGroupSetting(after, setting)]]
    })

  const ofOrganization = shownOf(organizationPermissionNames, directory.organization.settings)
  if (ofOrganization.length > 0)
    tx.emit(
      { type: 'realm', op: 'update_dict', property: 'default', data: Object.fromEntries(ofOrganization) },
      { everyone: true },
    )
  for (const group of directory.groups.values()) {
    const ofGroup = shownOf(userGroupSettingNames, group.settings)
    if (ofGroup.length > 0) tellGroup(tx, group, { op: 'update', data: Object.fromEntries(ofGroup) })
  }
  for (const channel of directory.channels.values()) {
    for (const [property, value] of shownOf(channelGroupSettingNames, channel.settings))
      tx.emit(
        { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, property, value },
        audienceKnowing(directory, channel),
      )
  }
}
