import type { Config } from '#config/config.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationRecord } from '#model/records.ts'

type Providers = Pick<Config, 'providers'>

/** The services that the people of an organization may sign in with. */
export const providersOf = (
  { providers }: Providers,
  { subdomain }: Pick<OrganizationRecord, 'subdomain'>,
): readonly ProviderConfig[] =>
  providers.filter(({ organizations }) => organizations === undefined || organizations.includes(subdomain))

/** Path at which a sign-in by a provider begins. Apps replace its query, so it needs none. */
export const loginPath = ({ name }: Pick<ProviderConfig, 'name'>) => `/accounts/login/social/oidc/${name}`

/** The services, as GET /server_settings names them to apps. */
export const externalMethods = (config: Providers, organization: Pick<OrganizationRecord, 'subdomain'>) =>
  providersOf(config, organization).map((provider) => ({
    name: `oidc:${provider.name}`,
    display_name: provider.label,
    display_icon: provider.iconUrl ?? null,
    login_url: loginPath(provider),
    signup_url: `/accounts/register/social/oidc/${provider.name}`,
  }))
