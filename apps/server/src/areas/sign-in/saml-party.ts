import type { Config } from '#config/config.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord } from '#model/records.ts'
import type { SamlParty } from '#ports/saml.ts'

/** The organization, as a provider of SAML knows it. */
export function partyOf(
  config: Pick<Config, 'publicUrl'>,
  organization: OrganizationRecord,
  { name }: Pick<ProviderConfig, 'name'>,
): SamlParty {
  const url = organizationUrl(config, organization)
  return {
    entityId: `${url}/saml/${name}/metadata.xml`,
    answerUrl: `${url}/complete/${name}/`,
    logoutUrl: `${url}/logout/${name}/`,
  }
}
