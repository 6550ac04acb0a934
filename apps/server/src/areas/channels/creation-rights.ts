import { can } from '@tagma/rules/can.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/** Tells which kinds of channels a user may create, and whether they may add others to channels, as in a registration. */
export function creationRights(
  directory: OrganizationDirectory,
  user: UserRecord,
  { allowsWebPublicChannels }: Pick<Config, 'allowsWebPublicChannels'>,
) {
  const isPublic = can(directory, user, 'can_create_public_channel_group')
  const isPrivate = can(directory, user, 'can_create_private_channel_group')
  return {
    can_create_streams: isPublic || isPrivate,
    can_create_public_streams: isPublic,
    can_create_private_streams: isPrivate,
    can_create_web_public_streams:
      allowsWebPublicChannels &&
      directory.organization.settings.enable_spectator_access &&
      can(directory, user, 'can_create_web_public_channel_group'),
    can_subscribe_other_users: can(directory, user, 'can_add_subscribers_group'),
  }
}
