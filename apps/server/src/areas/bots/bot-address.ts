import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { badRequest } from '#model/refusal.ts'
import { isShortName } from './rules.ts'

/** Returns the address of a bot with a short name. Throws BAD_REQUEST for a short name of another form. */
export function botAddress(
  config: Config,
  { organization }: Pick<OrganizationDirectory, 'organization'>,
  shortName: string,
): string {
  const name = shortName.trim().toLowerCase()
  if (!isShortName(name)) throw badRequest('Bad name or username')
  return `${name}-bot@${new URL(organizationUrl(config, organization)).hostname}`
}
