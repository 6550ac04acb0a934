import type { Uses } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { insertSetupLink } from '#store/organization/setup-links.ts'

const goodForSeconds = 3 * 24 * 3600

/**
 * Makes a link whose opener becomes the first owner of an organization. It works for three days and while there is no
 * owner. Earlier links stay valid: another process may have printed them.
 */
export async function makeSetupLink(
  { config, time: { random }, data: { transact } }: Uses<'config' | 'random' | 'transact'>,
  organization: { readonly id: number; readonly subdomain: string },
): Promise<string> {
  const token = random.token(32)
  await transact(organization.id, (tx) => insertSetupLink(tx, token, tx.now + goodForSeconds))
  return `${organizationUrl(config, organization)}/setup/${token}`
}
