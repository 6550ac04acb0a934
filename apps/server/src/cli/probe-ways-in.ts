import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { listOrganizationsLedByServices } from '#store/organization/organizations.ts'
import { countPasskeysByHost } from '#store/people/passkeys.ts'
import type { Db } from '#store/sql/db.ts'
import { Complaint } from './explain.ts'

/** Looks for passkeys that were made at another address: browsers offer them only there. */
export async function probePasskeys(config: Pick<Config, 'publicUrl'>, db: Db): Promise<string> {
  const counts = await countPasskeysByHost(db)
  const strange = counts.filter(
    ({ subdomain, host }) => host !== new URL(organizationUrl(config, { subdomain })).hostname,
  )
  const [first] = strange
  if (!first) return 'All passkeys belong to the address of their organization.'
  const here = new URL(organizationUrl(config, first)).hostname
  throw new Complaint(
    `${first.count} ${first.count === 1 ? 'passkey belongs' : 'passkeys belong'} to ${first.host} and will not work at ${here}. Set TAGMA_PUBLIC_URL to the address that people use, or tell them to make new ones.`,
  )
}

/** Looks for organizations that nobody could lead any more if their sign-in service were gone. */
export async function probeOwners(config: Pick<Config, 'providers' | 'ldap'>, db: Db): Promise<string> {
  if (config.providers.length === 0 && !config.ldap)
    return 'No sign-in service stands between owners and their accounts.'
  const names = await listOrganizationsLedByServices(db)
  if (names.length === 0) return 'Each organization has an owner who gets in without a sign-in service.'
  throw new Complaint(
    `In ${names.join(', ')}, no owner has a password or a passkey: if the sign-in service is gone, nobody gets in. Give one owner a password by "Forgot your password?", or a passkey.`,
  )
}
