import { ConfigError } from './values.ts'

/** Settings of a provider of SAML 2.0. */
export interface SamlConfig {
  /** File with the provider's metadata; undefined where an address is set. */
  readonly metadataFile: string | undefined
  /** Address of the provider's metadata; undefined where a file is set. */
  readonly metadataUrl: string | undefined
  /** True if people may begin at the provider. */
  readonly allowsUnsolicited: boolean
  /** File with the private key of this server, which signs requests and reads encrypted answers; undefined without one. */
  readonly keyFile: string | undefined
  /** File with the certificate of that key. */
  readonly certificateFile: string | undefined
  /** Names of attributes for each fact about a person; the first that the provider sends counts. */
  readonly attributes: Readonly<Record<SamlFact, readonly string[]>>
}

/** Facts about a person that attributes may name. */
const facts = ['id', 'email', 'name', 'first_name', 'last_name', 'groups'] as const
export type SamlFact = (typeof facts)[number]

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const microsoft = 'http://schemas.microsoft.com'

/** Names of attributes at Okta, Entra, ADFS, Keycloak, Google and Shibboleth. */
const usualAttributes: Readonly<Record<SamlFact, readonly string[]>> = {
  id: [
    `${microsoft}/identity/claims/objectidentifier`,
    'urn:oasis:names:tc:SAML:attribute:subject-id',
    'urn:oasis:names:tc:SAML:attribute:pairwise-id',
  ],
  email: ['email', 'mail', `${claims}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  name: [
    'name',
    'displayName',
    `${microsoft}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  first_name: ['first_name', 'firstName', 'givenName', `${claims}/givenname`, 'urn:oid:2.5.4.42'],
  last_name: ['last_name', 'lastName', 'sn', `${claims}/surname`, 'urn:oid:2.5.4.4'],
  groups: [
    'groups',
    'Role',
    `${microsoft}/ws/2008/06/identity/claims/groups`,
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
}

interface Reading {
  readonly read: (
    part: 'METADATA_FILE' | 'METADATA_URL' | 'SP_KEY_FILE' | 'SP_CERT_FILE' | 'ATTRIBUTES',
  ) => string
  readonly variable: (part: string) => string
  readonly metadataUrl: string | undefined
  readonly allowsUnsolicited: boolean
}

/** Throws a ConfigError that names the variable to mend. */
export function parseSaml({ read, variable, metadataUrl, allowsUnsolicited }: Reading): SamlConfig {
  const file = read('METADATA_FILE') || undefined
  if ((file === undefined) === (metadataUrl === undefined))
    throw new ConfigError(
      `${variable('KIND')} needs ${variable('METADATA_FILE')} or ${variable('METADATA_URL')}, the metadata of the provider; one of them.`,
    )
  const keyFile = read('SP_KEY_FILE') || undefined
  const certificateFile = read('SP_CERT_FILE') || undefined
  if ((keyFile === undefined) !== (certificateFile === undefined))
    throw new ConfigError(
      `${variable('SP_KEY_FILE')} and ${variable('SP_CERT_FILE')} belong together: a private key and its certificate.`,
    )
  const attributes: Record<SamlFact, readonly string[]> = { ...usualAttributes }
  for (const entry of read('ATTRIBUTES').split(',')) {
    if (entry.trim() === '') continue
    const at = entry.indexOf('=')
    const [fact, name] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()]
    if (!isFact(fact) || name === '')
      throw new ConfigError(
        `${variable('ATTRIBUTES')} has "${entry.trim()}"; write one of ${facts.join(', ')}, then = and the name of the attribute.`,
      )
    attributes[fact] = [name]
  }
  return { metadataFile: file, metadataUrl, allowsUnsolicited, keyFile, certificateFile, attributes }
}

const isFact = (text: string): text is SamlFact => (facts as readonly string[]).includes(text)
