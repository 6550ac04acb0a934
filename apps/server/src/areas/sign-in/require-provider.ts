import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PageContext } from '#http/page.ts'
import { must } from '#model/must.ts'
import { Refusal } from '#model/refusal.ts'
import type { Oidc } from '#ports/oidc.ts'
import { providersOf } from './provider-present.ts'

/** Returns the provider that the page's address names. Throws NOT_FOUND for one that the organization does not have. */
export function requireProvider(
  { services, path }: Pick<PageContext, 'services' | 'path'>,
  { organization }: OrganizationDirectory,
): { readonly config: ProviderConfig; readonly oidc: Oidc } {
  const config = providersOf(services.config, organization).find(({ name }) => name === path.name)
  if (!config) throw new Refusal('NOT_FOUND', 'Nobody signs in here by a service of this name.')
  return { config, oidc: must(services.outside.oidc.get(config.name), 'each provider has its adapter') }
}
