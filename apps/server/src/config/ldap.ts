import { ConfigError, parseUrl } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** Settings for checking user names and passwords with a directory server. */
export interface LdapConfig {
  readonly url: string
  readonly startTls: boolean
  /** Account that looks users up; undefined looks them up anonymously. */
  readonly bind: { readonly dn: string; readonly password: string } | undefined
  readonly base: string
  /** An LDAP filter; `{username}` stands for the text that somebody typed. */
  readonly filter: string
  readonly emailAttribute: string
  readonly nameAttribute: string
}

/** Undefined if no server is named. Throws a ConfigError that says which setting is missing or wrong. */
export function parseLdap(read: ReadVariable): LdapConfig | undefined {
  const url = parseUrl('TAGMA_LDAP_URL', read('TAGMA_LDAP_URL') || undefined, ['ldap:', 'ldaps:'])
  if (url === undefined) return undefined
  const base = read('TAGMA_LDAP_BASE')
  if (base === '')
    throw new ConfigError('TAGMA_LDAP_URL needs TAGMA_LDAP_BASE, the entry below which users are looked for.')
  const filter = read('TAGMA_LDAP_FILTER')
  if (!filter.includes('{username}'))
    throw new ConfigError(`TAGMA_LDAP_FILTER is "${filter}"; it should contain {username}.`)
  const startTls = read('TAGMA_LDAP_START_TLS')
  if (startTls !== 'on' && startTls !== 'off')
    throw new ConfigError(`TAGMA_LDAP_START_TLS is "${startTls}"; it should be on or off.`)
  const dn = read('TAGMA_LDAP_BIND_DN')
  return {
    url,
    startTls: startTls === 'on',
    bind: dn === '' ? undefined : { dn, password: read('TAGMA_LDAP_BIND_PASSWORD') },
    base,
    filter,
    emailAttribute: read('TAGMA_LDAP_EMAIL_ATTRIBUTE'),
    nameAttribute: read('TAGMA_LDAP_NAME_ATTRIBUTE'),
  }
}
