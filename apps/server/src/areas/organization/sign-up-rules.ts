import type { Config } from '#config/config.ts'
import type { OrganizationRecord } from '#model/records.ts'

/**
 * Returns why people cannot make an account of their own in an organization, or undefined. `mail`: no mail server is set
 * up, so nobody could show that an address is theirs.
 */
export function whySignUpIsClosed(
  config: { readonly mail: Pick<Config['mail'], 'smtpUrl'> },
  { deactivatedAt, settings }: Pick<OrganizationRecord, 'deactivatedAt' | 'settings'>,
): 'deactivated' | 'invitation' | 'mail' | undefined {
  if (deactivatedAt !== null) return 'deactivated'
  if (settings.invite_required) return 'invitation'
  return config.mail.smtpUrl === undefined ? 'mail' : undefined
}

/** Path of the page on which people ask for an account of their own; a link in a mail adds its secret. */
export const registerPath = '/register/'
