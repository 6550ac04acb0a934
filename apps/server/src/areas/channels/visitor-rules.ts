import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'

/** Whether an organization has channels that anybody reads without an account. */
export const letsVisitorsRead = (
  { allowsWebPublicChannels }: Pick<Config, 'allowsWebPublicChannels'>,
  { organization, channels }: OrganizationDirectory,
): boolean =>
  allowsWebPublicChannels &&
  organization.settings.enable_spectator_access &&
  channels.values().some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived)
