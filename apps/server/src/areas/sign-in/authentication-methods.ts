import type { Config } from '#config/config.ts'
import type { ProviderKind } from '#config/sign-in.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { providersOf } from './provider-present.ts'

/** Kinds of services that clients know by names of their own. */
const names: Readonly<Partial<Record<ProviderKind, string>>> = {
  github: 'github',
  gitlab: 'gitlab',
  google: 'google',
  entra: 'azuread',
  apple: 'apple',
  saml: 'saml',
}

/** Ways to sign in, by their names in GET /server_settings, and whether each is switched on. */
export function authenticationMethods(
  config: Pick<Config, 'ldap' | 'providers'>,
  organization: Pick<OrganizationRecord, 'subdomain'>,
): Record<string, boolean> {
  const on = providersOf(config, organization).map(({ kind }) => names[kind] ?? 'openid connect')
  const all = ['github', 'azuread', 'gitlab', 'google', 'apple', 'saml', 'openid connect', 'discord']
  return {
    password: true,
    email: true,
    ldap: config.ldap !== undefined,
    dev: false,
    remoteuser: false,
    ...Object.fromEntries(all.map((name) => [name, on.includes(name)])),
  }
}
