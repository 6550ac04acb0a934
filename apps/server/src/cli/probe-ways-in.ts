import { verifyingAdvice } from '#areas/sign-in/verifying-advice.ts'
import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { listOpenOrganizations, listOrganizationsLedByServices } from '#store/organization/organizations.ts'
import { countPasskeysByHost } from '#store/people/passkeys.ts'
import { listUnverifying } from '#store/people/unverified-arrivals.ts'
import { countUnconfirmedPeople } from '#store/people/users.ts'
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

/**
 * Looks for services that never say that an address is verified: nobody new gets an account by them, and no account is
 * linked by its address.
 */
export async function probeVerified(config: Pick<Config, 'providers'>, db: Db): Promise<string> {
  if (config.providers.length === 0) return 'No sign-in service has to verify addresses.'
  const unverifying = await listUnverifying(db)
  for (const { provider: name, organization } of unverifying) {
    const provider = config.providers.find((each) => each.name === name)
    const advice = provider && verifyingAdvice(provider)
    if (advice !== undefined) throw new Complaint(`${advice} (${organization})`)
  }
  return 'The sign-in services verify the addresses of people.'
}

/** Counts accounts that would be claimed by whoever first comes by a service with their address. */
export async function probeUnconfirmed(config: Pick<Config, 'providers'>, db: Db): Promise<string> {
  const trusting = config.providers.filter(({ links }) => links === 'verified-email')
  const [first] = trusting
  if (!first) return 'No sign-in service gives out accounts by their address alone.'
  const count = await countUnconfirmedPeople(db)
  if (count === 0) return 'All people with a password once confirmed their address.'
  const variable = `TAGMA_SIGN_IN_${first.name.toUpperCase()}_LINK`
  throw new Complaint(
    `${count} ${count === 1 ? 'account has' : 'accounts have'} a password and an address that nobody confirmed. With ${variable}=verified-email, password and keys end when its owner first comes by the service. Tell them before, or set ${variable}=ask.`,
  )
}

/** Looks for organizations that are open to newcomers, who have no way to show that an address is theirs. */
export async function probeSignUp(
  config: Pick<Config, 'mail' | 'providers' | 'ldap'>,
  db: Db,
): Promise<string> {
  const names = await listOpenOrganizations(db)
  if (names.length === 0) return 'People join by invitation.'
  if (config.mail.smtpUrl !== undefined) return `People join without an invitation in ${names.join(', ')}.`
  if (config.providers.length > 0 || config.ldap)
    return `People join ${names.join(', ')} by a sign-in service; without TAGMA_SMTP_URL, nobody makes an account at /register/.`
  throw new Complaint(
    `${names.join(', ')} ${names.length === 1 ? 'takes' : 'take'} people without an invitation, but the server sends no mail, so nobody can show that an address is theirs: /register/ is closed. Set TAGMA_SMTP_URL, or let joining need an invitation.`,
  )
}
