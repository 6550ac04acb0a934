import type { Services } from '#call/services.ts'
import type { Config } from '#config/config.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { findSealedSecret } from '#store/people/second-factors.ts'

type Providers = Pick<Config, 'providers'>

/** The services that the people of an organization may sign in with. */
export const providersOf = (
  { providers }: Providers,
  { subdomain }: Pick<OrganizationRecord, 'subdomain'>,
): readonly ProviderConfig[] =>
  providers.filter(({ organizations }) => organizations === undefined || organizations.includes(subdomain))

/** Path at which a sign-in by a provider begins. Apps replace its query, so it needs none. */
export const loginPath = ({ name, kind }: Pick<ProviderConfig, 'name' | 'kind'>) =>
  `/accounts/login/social/${familyOf(kind)}/${name}`

/** Path below which owners try a provider out. */
export const tryPath = '/accounts/login/try/'

const familyOf = (kind: ProviderConfig['kind']) => (kind === 'saml' ? 'saml' : 'oidc')

/** The sign-in page itself, for apps that do not know of second factors. The app writes “Sign in with …” before the name. */
const ownMethod = {
  name: 'tagma',
  display_name: 'your browser',
  display_icon: null,
  login_url: '/accounts/login/social/tagma',
  signup_url: '/accounts/register/social/tagma',
}

/** The services, as GET /server_settings names them to apps. `hasFactors` is true where somebody needs the sign-in page. */
export const externalMethods = (
  config: Providers,
  organization: Pick<OrganizationRecord, 'subdomain'>,
  hasFactors = false,
) => [
  ...providersOf(config, organization).map((provider) => ({
    name: `${familyOf(provider.kind)}:${provider.name}`,
    display_name: provider.label,
    display_icon: provider.iconUrl ?? null,
    login_url: loginPath(provider),
    signup_url: `/accounts/register/social/${familyOf(provider.kind)}/${provider.name}`,
  })),
  ...(hasFactors ? [ownMethod] : []),
]

/**
 * All ways for apps, that by the sign-in page too once somebody in the organization has a second factor or is asked for
 * one.
 */
export const listExternalMethods = async (
  { config, data }: Pick<Services, 'config' | 'data'>,
  organization: OrganizationRecord,
  isAsked: boolean,
) =>
  externalMethods(
    config,
    organization,
    isAsked || (await findSealedSecret(data.db, organization.id)) !== undefined,
  )
