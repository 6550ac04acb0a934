import { channelGroupSettings } from '@tagma/contract/objects/channel.ts'
import { userGroupSettings } from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  organizationPermissionNames,
  organizationPermissions,
  type SystemGroup,
} from '@tagma/contract/settings/organization-permissions.ts'
import { organizationSettingNames } from '@tagma/contract/settings/organization-settings.ts'
import { presentGroupSetting } from '#areas/groups/require-group-setting.ts'
import type { RegistrationPart } from '#call/snapshot.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'

/** Settings and permissions of an organization, as in the registration response. */
export function presentOrganizationSettings(
  directory: OrganizationDirectory,
  config: Pick<Config, 'allowsWebPublicChannels'>,
): RegistrationPart {
  const { settings, name, description } = directory.organization
  const shown: Record<string, unknown> = { realm_name: name, realm_description: description }
  for (const setting of organizationSettingNames) shown[`realm_${setting}`] = settings[setting]
  for (const setting of organizationPermissionNames)
    shown[`realm_${setting}`] = presentGroupSetting(directory, settings[setting])
  return {
    ...shown,
    realm_wildcard_mention_policy: mentionPolicy(directory),
    server_web_public_streams_enabled: config.allowsWebPublicChannels,
    server_supported_permission_settings: supportedPermissions,
  }
}

const policies: Readonly<Partial<Record<SystemGroup, number>>> = {
  'role:everyone': 1,
  'role:internet': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:owners': 5,
  'role:nobody': 6,
  'role:moderators': 7,
}

/** Nearest of the policies that older clients know; administrators if no policy resembles the group. */
export function mentionPolicy(
  directory: OrganizationDirectory,
  setting: GroupSetting = directory.organization.settings.can_mention_many_users_group,
): number {
  const name = typeof setting === 'number' ? directory.groups.get(setting)?.name : undefined
  return policies[name as SystemGroup] ?? 5
}

interface Permission {
  readonly initial: string
  readonly forbidden: readonly SystemGroup[]
  readonly only?: readonly SystemGroup[]
}

function supported(permissions: Readonly<Record<string, Permission>>, initialForSystemGroups: string | null) {
  return Object.fromEntries(
    Object.entries(permissions).map(([name, { initial, forbidden, only }]) => [
      name,
      {
        require_system_group: only !== undefined,
        allow_internet_group: !forbidden.includes('role:internet'),
        allow_nobody_group: !forbidden.includes('role:nobody'),
        allow_everyone_group: !forbidden.includes('role:everyone'),
        default_group_name: initial,
        default_for_system_groups: initialForSystemGroups,
        allowed_system_groups: [...(only ?? [])],
      },
    ]),
  )
}

const supportedPermissions = {
  realm: supported(organizationPermissions, null),
  stream: supported(channelGroupSettings, null),
  group: supported(userGroupSettings, 'role:nobody'),
}
