import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PageContext } from '#http/page.ts'
import { Refusal } from '#model/refusal.ts'
import type { Oidc } from '#ports/oidc.ts'
import type { Saml } from '#ports/saml.ts'
import { providersOf } from './provider-present.ts'

/** Returns the provider that the page's address names. Throws NOT_FOUND for one that the organization does not have. */
export function requireProvider(
  { services, path }: Pick<PageContext, 'services' | 'path'>,
  { organization }: OrganizationDirectory,
): ProviderConfig {
  const config = providersOf(services.config, organization).find(({ name }) => name === path.name)
  if (!config) throw new Refusal('NOT_FOUND', 'Nobody signs in here by a service of this name.')
  return config
}

/** The adapter of a provider that is not one of SAML. Throws NOT_FOUND for one that is. */
export const requireOidc = ({ outside }: PageContext['services'], { name }: ProviderConfig): Oidc =>
  outside.oidc.get(name) ?? notFound()

/** The adapter of a provider of SAML. Throws NOT_FOUND for one of another kind. */
export const requireSaml = ({ outside }: PageContext['services'], { name }: ProviderConfig): Saml =>
  outside.saml.get(name) ?? notFound()

function notFound(): never {
  throw new Refusal('NOT_FOUND', 'Nobody signs in here by a service of this name in this way.')
}
