import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { Complaint } from './explain.ts'

/** Finds the organization of a command: the one with the subdomain, or the only one. */
export async function findOrganization(
  services: Services,
  subdomain: string | undefined,
): Promise<OrganizationDirectory> {
  const organizations = await listOrganizations(services.data.db)
  const found =
    subdomain === undefined && organizations.length === 1
      ? organizations[0]
      : organizations.find((one) => one.subdomain === (subdomain ?? ''))
  if (!found) {
    throw new Complaint(
      organizations.length === 0
        ? 'There is no organization yet: start the server once, or run `tagma create-organization`.'
        : `Say which organization with --organization: ${organizations.map((one) => `"${one.subdomain}"`).join(', ')}.`,
    )
  }
  return services.data.directories.get(found.id)
}
