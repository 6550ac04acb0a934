import { isDisposableEmail } from 'disposable-email-domains-js'
import type { DomainRecord, OrganizationRecord } from '#model/records.ts'

/** Tells whether an address belongs to one of the domains. */
export function isInDomains(email: string, domains: readonly DomainRecord[]): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some(
    ({ domain, allowSubdomains }) => host === domain || (allowSubdomains && host.endsWith(`.${domain}`)),
  )
}

/**
 * Returns why an email address cannot belong to an account of the organization, or undefined. The address has a valid
 * form.
 */
export function emailDomainProblem(
  organization: Pick<OrganizationRecord, 'name' | 'settings' | 'domains'>,
  email: string,
): string | undefined {
  const { settings, domains, name } = organization
  if (settings.emails_restricted_to_domains) {
    if (!isInDomains(email, domains)) {
      const host = email.slice(email.lastIndexOf('@') + 1)
      const allowed = domains.map(({ domain }) => domain).join(', ')
      return allowed === ''
        ? `Addresses at ${host} cannot join ${name}.`
        : `Addresses at ${host} cannot join ${name}: use one at ${allowed}.`
    }
    // Most mail servers ignore everything after the +, so one mailbox could have any number of accounts.
    if (email.includes('+')) return `Addresses with a + cannot join ${name}.`
    return undefined
  }
  if (settings.disallow_disposable_email_addresses && isDisposableEmail(email))
    return 'Use your real email address: throw-away addresses are not allowed here.'
  return undefined
}
