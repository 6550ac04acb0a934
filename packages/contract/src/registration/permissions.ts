import * as z from 'zod'
import { field } from '../define.ts'
import { groupSetting } from '../primitives.ts'
import {
  type OrganizationPermission,
  type OrganizationPermissionName,
  organizationPermissionNames,
  organizationPermissions,
} from '../settings/organization-permissions.ts'

const permissions = Object.fromEntries(
  organizationPermissionNames.map((name) => {
    const { doc, since }: OrganizationPermission = organizationPermissions[name]
    return [`realm_${name}`, field(groupSetting.optional(), doc, since === undefined ? {} : { since })]
  }),
) as Record<`realm_${OrganizationPermissionName}`, z.ZodOptional<typeof groupSetting>>

/** The possible values of a permission, for clients that offer to change it. */
export const permissionConfiguration = z.strictObject({
  require_system_group: field(z.boolean(), 'Only system groups are allowed.'),
  allow_internet_group: field(z.boolean(), '`role:internet` is allowed.'),
  allow_nobody_group: field(z.boolean(), '`role:nobody` is allowed.'),
  allow_everyone_group: field(z.boolean(), '`role:everyone` is allowed.'),
  default_group_name: field(z.string(), 'The initial value of the setting.'),
  default_for_system_groups: field(z.string().nullable(), 'The value for system groups.'),
  allowed_system_groups: field(
    z.array(z.string()),
    'The only system groups allowed. Empty: all groups that are not excluded.',
  ),
})

/** The organization's permissions, and the possible values of all permissions. */
export const permissionsRegistration = {
  ...permissions,
  realm_name: field(z.string().optional(), 'Name of the organization.'),
  realm_description: field(z.string().optional(), 'The description of the organization in Markdown.'),
  realm_wildcard_mention_policy: field(
    z.int().optional(),
    'The nearest of: 1 everybody, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators.',
    { since: 33, deprecated: 352 },
  ),
  server_web_public_streams_enabled: field(
    z.boolean().optional(),
    'Whether the server allows web-public channels.',
    { since: 110 },
  ),
  server_supported_permission_settings: field(
    z
      .strictObject({
        realm: field(
          z.record(z.string(), permissionConfiguration),
          'The permissions of the organization, by name.',
        ),
        stream: field(z.record(z.string(), permissionConfiguration), 'The permissions of channels, by name.'),
        group: field(z.record(z.string(), permissionConfiguration), 'The permissions of groups, by name.'),
      })
      .optional(),
    'The possible values of each permission of the organization, of channels and of groups.',
    { since: 221 },
  ),
}
