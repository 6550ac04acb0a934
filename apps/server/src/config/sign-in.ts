import { type AppleConfig, parseApple } from './apple.ts'
import { type FollowedGroups, parseFollowedGroups } from './followed-groups.ts'
import { parseSaml, type SamlConfig } from './saml.ts'
import { ConfigError, parseSwitch } from './values.ts'
import type { Environment } from './variables.ts'

/** Kinds of providers. They differ in their issuers and in how an address counts as verified. */
export const providerKinds = [
  'oidc',
  'google',
  'entra',
  'gitlab',
  'keycloak',
  'authentik',
  'okta',
  'github',
  'apple',
  'saml',
] as const
export type ProviderKind = (typeof providerKinds)[number]

/** A service that proves who people are: by OpenID Connect, as GitHub does, or by SAML. */
export interface ProviderConfig {
  /** Name in addresses and in the table of identities, in small letters. */
  readonly name: string
  readonly kind: ProviderKind
  /** Name for people, on the button. */
  readonly label: string
  /** Address of a picture for apps; undefined without one. */
  readonly iconUrl: string | undefined
  /** Letter by letter as in the provider's discovery document. For SAML, the entity id, or empty for the only one of the metadata. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Scopes beside `openid email profile`. */
  readonly scopes: readonly string[]
  /** Subdomains of the organizations that may use it, `` for the one without; undefined for all. */
  readonly organizations: readonly string[] | undefined
  /** Domains whose addresses the provider gives out, in small letters. */
  readonly domains: readonly string[]
  /** True if the provider's word about addresses in `domains` counts without `email_verified`. */
  readonly trustsEmail: boolean
  /** `verified-email`: an account with a person's verified address may be theirs without a proof. `ask`: never. */
  readonly links: 'ask' | 'verified-email'
  /** True if accounts follow the addresses of their people at the provider, as far as those count as verified. */
  readonly syncsEmail: boolean
  /** Who gets an account at the first sign-in: everybody, only people who need no invitation, or nobody. */
  readonly creates: 'on' | 'invited' | 'off'
  /** Claim with the person's groups: its name, or names with dots between them that go down. */
  readonly groupsClaim: string
  /** Groups of which people need one; empty lets in people without any. */
  readonly requiredGroups: readonly string[]
  /** Groups and roles here that follow from those there; undefined for none. */
  readonly followed: FollowedGroups | undefined
  /**
   * `trusted`: it asks for second factors itself, and those of people here are not asked for again. `claim`: the same where
   * it says of a sign-in that it did.
   */
  readonly secondFactor: 'ask' | 'trusted' | 'claim'
  /** Values of the claim `acr` that stand for a second factor, and that it is asked for; empty looks at `amr`. */
  readonly acr: readonly string[]
  /** True if whoever signs out here is led to the provider, to sign out there too. */
  readonly endsAtProvider: boolean
  /** Undefined for providers of other kinds. */
  readonly apple: AppleConfig | undefined
  /** Undefined for providers of other kinds. */
  readonly saml: SamlConfig | undefined
}

const familyName = /^TAGMA_SIGN_IN_([A-Z0-9]{1,20})_([A-Z_]+)$/

/** Parts of the variables of a provider, after its name. */
const parts = [
  'KIND',
  'LABEL',
  'ICON_URL',
  'ISSUER',
  'TENANT',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SCOPES',
  'ORGANIZATIONS',
  'DOMAINS',
  'TRUST_EMAIL',
  'EMAIL_SYNC',
  'LINK',
  'CREATE',
  'OWNERS',
  'GROUPS_CLAIM',
  'GROUPS',
  'GROUPS_ALLOW',
  'GROUPS_DENY',
  'ROLES',
  'REQUIRED_GROUPS',
  'SECOND_FACTOR',
  'ACR',
  'LOGOUT_AT_PROVIDER',
  'TEAM_ID',
  'KEY_ID',
  'KEY_FILE',
  'METADATA_FILE',
  'METADATA_URL',
  'ALLOW_UNSOLICITED',
  'SP_KEY_FILE',
  'SP_CERT_FILE',
  'ATTRIBUTES',
] as const
type Part = (typeof parts)[number]
const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text)

/** Names that the table of identities and the addresses of pages need for themselves. */
const taken = ['LDAP', 'TAGMA', 'JWT', 'CONTINUE']

/** Tells whether a variable belongs to a provider: `TAGMA_SIGN_IN_CORP_ISSUER`. */
export const isProviderVariable = (name: string): boolean => isPart(familyName.exec(name)?.[2] ?? '')

/** Parses the providers, in the order of their names. Throws a ConfigError that names the variable to mend. */
export function parseProviders(environment: Environment): ProviderConfig[] {
  const names = Object.keys(environment).flatMap((name) => {
    const [, provider, part = ''] = familyName.exec(name) ?? []
    return provider !== undefined && isPart(part) && (environment[name] ?? '').trim() !== '' ? [provider] : []
  })
  return [...new Set(names)].toSorted().map((name) => parseProvider(name, environment))
}

function parseProvider(name: string, environment: Environment): ProviderConfig {
  const variable = (part: Part) => `TAGMA_SIGN_IN_${name}_${part}`
  const read = (part: Part) => (environment[variable(part)] ?? '').trim()
  const required = (part: Part, meaning: string) => {
    if (read(part) === '') throw new ConfigError(`${variable('KIND')} needs ${variable(part)}, ${meaning}.`)
    return read(part)
  }
  const list = (part: Part) =>
    read(part)
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
  if (taken.includes(name))
    throw new ConfigError(`${variable('KIND')}: ${name} means something else here; choose another name.`)
  const kind = read('KIND')
  if (!isKind(kind))
    throw new ConfigError(
      `${variable('KIND')} is "${kind}"; it should be one of ${providerKinds.join(', ')}.`,
    )
  const creates = read('CREATE') || 'invited'
  if (creates !== 'on' && creates !== 'invited' && creates !== 'off')
    throw new ConfigError(`${variable('CREATE')} is "${creates}"; it should be on, invited or off.`)
  const links = read('LINK') || 'ask'
  if (links !== 'ask' && links !== 'verified-email')
    throw new ConfigError(`${variable('LINK')} is "${links}"; it should be ask or verified-email.`)
  const domains = list('DOMAINS').map((domain) => domain.toLowerCase())
  const isOn = (part: Part) => read(part) !== '' && parseSwitch(variable(part), read(part))
  const trustsEmail = isOn('TRUST_EMAIL')
  if (trustsEmail && domains.length === 0)
    throw new ConfigError(
      `${variable('TRUST_EMAIL')} needs ${variable('DOMAINS')}, the domains whose addresses the provider gives out.`,
    )
  // Names of groups may have blanks.
  const requiredGroups = read('REQUIRED_GROUPS')
    .split(',')
    .flatMap((group) => group.trim() || [])
  for (const part of ['REQUIRED_GROUPS', 'GROUPS', 'ROLES'] as const)
    if (kind === 'apple' && read(part) !== '')
      throw new ConfigError(`${variable(part)} cannot be used: ${labels[kind]} names no groups.`)
  return {
    name: name.toLowerCase(),
    kind,
    label: read('LABEL') || labels[kind] || name,
    iconUrl: read('ICON_URL') === '' ? undefined : webAddress(variable('ICON_URL'), read('ICON_URL')),
    ...(kind === 'saml'
      ? { issuer: read('ISSUER'), clientId: '', clientSecret: '' }
      : {
          issuer: issuerOf(kind, { read, required, variable }),
          clientId: required('CLIENT_ID', 'the id that the provider gave to this server'),
          clientSecret:
            kind === 'apple' ? '' : required('CLIENT_SECRET', 'the secret that belongs to the id'),
        }),
    scopes: list('SCOPES'),
    organizations: read('ORGANIZATIONS') === '' ? undefined : list('ORGANIZATIONS').map(subdomainOf),
    domains,
    trustsEmail,
    links,
    syncsEmail: isOn('EMAIL_SYNC'),
    creates,
    groupsClaim: read('GROUPS_CLAIM') || 'groups',
    requiredGroups,
    followed: parseFollowedGroups({ read, variable, mayChangeOwners: isOn('OWNERS') }),
    ...secondFactorOf(kind, list('ACR'), { read, variable }),
    endsAtProvider: endsAtProvider(kind, isOn('LOGOUT_AT_PROVIDER'), { read, variable }),
    apple: kind === 'apple' ? parseApple(required) : undefined,
    saml: kind === 'saml' ? samlOf({ read, variable }) : undefined,
  }
}

/** Whether people are led to the provider to sign out there too. */
function endsAtProvider(
  kind: ProviderKind,
  isOn: boolean,
  { read, variable }: Pick<Reading, 'read' | 'variable'>,
): boolean {
  if (isOn && saysLittle(kind))
    throw new ConfigError(
      `${variable('LOGOUT_AT_PROVIDER')} cannot be on for ${kind}: only services of OpenID Connect and SAML name an address for it.`,
    )
  if (isOn && kind === 'saml' && read('SP_KEY_FILE') === '')
    throw new ConfigError(
      `${variable('LOGOUT_AT_PROVIDER')} needs ${variable('SP_KEY_FILE')} and ${variable('SP_CERT_FILE')}: requests of SAML to sign out are signed.`,
    )
  return isOn
}

/** When the provider's word about second factors counts. */
function secondFactorOf(
  kind: ProviderKind,
  acr: readonly string[],
  { read, variable }: Pick<Reading, 'read' | 'variable'>,
): Pick<ProviderConfig, 'secondFactor' | 'acr'> {
  const secondFactor = read('SECOND_FACTOR') || 'ask'
  if (secondFactor !== 'ask' && secondFactor !== 'trusted' && secondFactor !== 'claim')
    throw new ConfigError(
      `${variable('SECOND_FACTOR')} is "${secondFactor}"; it should be ask, trusted or claim.`,
    )
  if (secondFactor === 'claim' && saysLittle(kind))
    throw new ConfigError(
      `${variable('SECOND_FACTOR')} cannot be claim: ${labels[kind]} does not say how people sign in.`,
    )
  if (secondFactor === 'claim' && kind === 'saml' && acr.length === 0)
    throw new ConfigError(
      `${variable('SECOND_FACTOR')} is claim, which needs ${variable('ACR')} for SAML: the classes of sign-ins with a second factor.`,
    )
  if (acr.length > 0 && secondFactor !== 'claim')
    throw new ConfigError(`${variable('ACR')} needs ${variable('SECOND_FACTOR')} to be claim.`)
  return { secondFactor, acr }
}

function samlOf({ read, variable }: Pick<Reading, 'read' | 'variable'>): SamlConfig {
  const url = read('METADATA_URL')
  const unsolicited = read('ALLOW_UNSOLICITED')
  return parseSaml({
    read,
    variable: (part) => variable(part as Part),
    metadataUrl: url === '' ? undefined : webAddress(variable('METADATA_URL'), url),
    allowsUnsolicited: unsolicited !== '' && parseSwitch(variable('ALLOW_UNSOLICITED'), unsolicited),
  })
}

const isKind = (text: string): text is ProviderKind => (providerKinds as readonly string[]).includes(text)

const labels: Readonly<Partial<Record<ProviderKind, string>>> = {
  google: 'Google',
  entra: 'Microsoft',
  gitlab: 'GitLab',
  github: 'GitHub',
  apple: 'Apple',
}

/** True for services that neither say how people sign in nor sign them out. */
const saysLittle = (kind: ProviderKind) => kind === 'github' || kind === 'apple'

const issuers: Readonly<Partial<Record<ProviderKind, string>>> = {
  google: 'https://accounts.google.com',
  gitlab: 'https://gitlab.com',
  github: 'https://github.com',
  apple: 'https://appleid.apple.com',
}

/** `-` stands for the organization without a subdomain. */
const subdomainOf = (entry: string) => (entry === '-' ? '' : entry.toLowerCase())

interface Reading {
  readonly read: (part: Part) => string
  readonly required: (part: Part, meaning: string) => string
  readonly variable: (part: Part) => string
}

function issuerOf(kind: ProviderKind, { read, required, variable }: Reading): string {
  if (kind === 'entra') {
    const tenant = required('TENANT', 'the id of your directory')
    // An address of another directory would count as one of this.
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant))
      throw new ConfigError(
        `${variable('TENANT')} is "${tenant}"; it should be the id of one directory, such as 8a6e1d5c-0000-4000-8000-000000000000.`,
      )
    const initial = `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`
    return webAddress(variable('ISSUER'), read('ISSUER') || initial)
  }
  const issuer = read('ISSUER') || issuers[kind] || required('ISSUER', 'the address of the provider')
  return webAddress(variable('ISSUER'), issuer)
}

/** Checks an address and leaves it as it is: a slash at the end of an issuer counts. */
function webAddress(variable: string, text: string): string {
  const url = URL.parse(text)
  const isLocal = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    throw new ConfigError(`${variable} is "${text}"; it should be an address that begins with https://.`)
  return text
}
