import { type GroupRule, parseGroupRules } from './group-names.ts'
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
  /** Attribute with the id of an entry, which never changes. */
  readonly idAttribute: string
  readonly emailAttribute: string
  readonly nameAttribute: string
  /** Attribute with a person's groups; empty where groups are not followed. */
  readonly groupsAttribute: string
  readonly groups: readonly GroupRule[]
  /** Minutes between two looks at who is in the directory; 0 for none. */
  readonly syncMinutes: number
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
    idAttribute: read('TAGMA_LDAP_ID_ATTRIBUTE'),
    emailAttribute: read('TAGMA_LDAP_EMAIL_ATTRIBUTE'),
    nameAttribute: read('TAGMA_LDAP_NAME_ATTRIBUTE'),
    ...parseGroups(read),
    syncMinutes: parseSyncMinutes(read('TAGMA_LDAP_SYNC_MINUTES')),
  }
}

function parseGroups(read: ReadVariable): Pick<LdapConfig, 'groupsAttribute' | 'groups'> {
  const groupsAttribute = read('TAGMA_LDAP_GROUPS_ATTRIBUTE')
  const groups = parseGroupRules('TAGMA_LDAP_GROUPS', read('TAGMA_LDAP_GROUPS'))
  if ((groupsAttribute === '') !== (groups.length === 0))
    throw new ConfigError(
      'TAGMA_LDAP_GROUPS_ATTRIBUTE and TAGMA_LDAP_GROUPS belong together: the attribute with the groups of a person, and the groups to follow.',
    )
  return { groupsAttribute, groups }
}

function parseSyncMinutes(text: string): number {
  if (!/^\d{1,5}$/.test(text))
    throw new ConfigError(
      `TAGMA_LDAP_SYNC_MINUTES is "${text}"; it should be a number of minutes, or 0 for none.`,
    )
  return Number(text)
}
