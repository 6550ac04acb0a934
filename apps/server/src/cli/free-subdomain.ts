import type { Services } from '#call/services.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { Complaint } from './explain.ts'

/** Returns the subdomain of the new organization. */
export async function freeSubdomain(
  services: Services,
  former: string,
  wanted: string | undefined,
): Promise<string> {
  const taken = await listOrganizations(services.data.db)
  const isFree = (subdomain: string) => !taken.some((one) => one.subdomain === subdomain)
  const subdomain = wanted ?? (taken.length === 0 ? '' : former)
  if (!/^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/.test(subdomain))
    throw new Complaint(`"${subdomain}" is no subdomain. Give one with --subdomain.`)
  if (!isFree(subdomain))
    throw new Complaint(
      `There is an organization with the subdomain "${subdomain}" already. Give another with --subdomain.`,
    )
  return subdomain
}
