import type { Config } from '#config/config.ts'
import type { OrganizationRecord } from '#model/records.ts'

/** Address of an organization for people, without a slash at the end. */
export function organizationUrl(
  config: Pick<Config, 'publicUrl'>,
  organization: Pick<OrganizationRecord, 'subdomain'>,
): string {
  if (organization.subdomain === '') return config.publicUrl
  const url = new URL(config.publicUrl)
  url.hostname = `${organization.subdomain}.${url.hostname}`
  return url.origin
}
