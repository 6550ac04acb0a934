import { channelGroupSettings } from '@tagma/contract/objects/channel.ts'
import type { permissionConfiguration } from '@tagma/contract/registration/server.ts'
import {
  organizationPermissions,
  type OrganizationPermission,
  type SystemGroup,
  systemGroups,
} from '@tagma/contract/settings/organization-settings.ts'
import type * as z from 'zod'

type Configuration = z.output<typeof permissionConfiguration>

function configurationOf(
  permission: Pick<OrganizationPermission, 'forbidden' | 'systemGroupsOnly'>,
  defaultGroup: string,
): Configuration {
  const allowed = systemGroups.filter(
    (group) => group !== 'role:internet' && !permission.forbidden?.includes(group),
  )
  return {
    require_system_group: permission.systemGroupsOnly ?? false,
    // Nobody without an account has permissions that are set.
    allow_internet_group: false,
    allow_nobody_group: allowed.includes('role:nobody'),
    allow_everyone_group: allowed.includes('role:everyone'),
    default_group_name: defaultGroup,
    default_for_system_groups: null,
    allowed_system_groups: permission.systemGroupsOnly ? allowed : [],
  }
}

const channelDefaults: Readonly<Record<string, SystemGroup | 'stream_creator_or_nobody'>> = {
  can_administer_channel_group: 'stream_creator_or_nobody',
  can_remove_subscribers_group: 'role:administrators',
  can_send_message_group: 'role:everyone',
  can_create_topic_group: 'role:everyone',
}

/** What each permission of the organization and of channels can be: `server_supported_permission_settings`. */
export const permissionConfigurations: Record<'realm' | 'stream', Record<string, Configuration>> = {
  realm: Object.fromEntries(
    Object.entries<OrganizationPermission>(organizationPermissions).map(([name, permission]) => [
      name,
      configurationOf(permission, permission.initial),
    ]),
  ),
  stream: Object.fromEntries(
    Object.entries(channelGroupSettings).map(([name, permission]) => [
      name,
      configurationOf(permission, channelDefaults[name] ?? 'role:nobody'),
    ]),
  ),
}
