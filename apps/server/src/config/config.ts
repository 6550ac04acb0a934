import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { type BackupConfig, parseBackup } from './backup.ts'
import { type BucketConfig, parseBlobs } from './blobs.ts'
import { type GifKeys, type GifsConfig, parseGifs } from './gifs.ts'
import { type IncomingMailConfig, parseIncomingMail } from './incoming-mail.ts'
import { type JwtConfig, parseJwt } from './jwt.ts'
import { type LdapConfig, parseLdap } from './ldap.ts'
import { type OutgoingConfig, parseOutgoing } from './outgoing.ts'
import { parsePush, type PushConfig } from './push.ts'
import { readSecretFiles } from './read-secret-files.ts'
import { isProviderVariable, parseProviders, type ProviderConfig } from './sign-in.ts'
import {
  ConfigError,
  isLogLevel,
  type LogLevel,
  logLevels,
  parseCount,
  parseLimit,
  parseMib,
  parsePort,
  parseProxies,
  parseRateLimits,
  parseSwitch,
  parseUrl,
  type RateLimits,
} from './values.ts'
import { type Environment, type ReadVariable, type VariableName, variables } from './variables.ts'
import { parseVideoCalls, type VideoCallsConfig } from './video-calls.ts'

export interface Config {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly sitePort: number
  /** The web client: that of this checkout, or the one in a built file. Undefined serves none. */
  readonly webClient: { readonly file: string | undefined } | undefined
  /** Without a slash at the end. */
  readonly publicUrl: string
  /** Without a slash at the end. Undefined means the address of the request. */
  readonly siteUrl: string | undefined
  readonly databaseUrl: string | undefined
  /** Address of a replica of the database; undefined without one. */
  readonly databaseReadUrl: string | undefined
  readonly natsUrl: string | undefined
  /** Bucket for uploads; undefined keeps them in the data folder. */
  readonly blobs: BucketConfig | undefined
  readonly backup: BackupConfig
  /** Undefined means no limits. */
  readonly rateLimits: RateLimits | undefined
  /** Port of the metrics on the loopback interface; 0 serves no metrics. */
  readonly metricsPort: number
  readonly logLevel: LogLevel
  /** True limits presence to the users that the viewer may see. */
  readonly limitsPresence: boolean
  /** Proxies whose word about a request's address is believed; this machine is one of them. */
  readonly proxies: BlockList
  /** The largest upload in MiB. */
  readonly maxUploadMib: number
  /** True if the server loads other servers' pictures for the viewers of messages. */
  readonly showsExternalMedia: boolean
  /** True if the server looks up linked pages, for organizations that want previews. Needs `showsExternalMedia`. */
  readonly makesLinkPreviews: boolean
  /** MiB that all uploads of an organization may take together; undefined for no limit. */
  readonly uploadQuotaMib: number | undefined
  readonly mail: {
    /** Undefined puts mail into the data folder. */
    readonly smtpUrl: string | undefined
    readonly from: string
  }
  /** Undefined receives no mail to channels. */
  readonly incomingMail: IncomingMailConfig | undefined
  /** Way of notifications to phones. */
  readonly push: PushConfig
  /** Undefined means no sign-in by LDAP. */
  readonly ldap: LdapConfig | undefined
  /** Undefined where nobody signs in by JSON Web Tokens. */
  readonly jwt: JwtConfig | undefined
  /** Services that people sign in with. */
  readonly providers: readonly ProviderConfig[]
  /** Services for video calls. */
  readonly videoCalls: VideoCallsConfig
  /** True if agents may use tools at /mcp. */
  readonly hasMcp: boolean
  /** True if programs may register themselves for OAuth. */
  readonly takesOauthClients: boolean
  /** Calls of outgoing webhooks. */
  readonly outgoing: OutgoingConfig
  /** Seconds until a browser session ends: without use, and in any case. */
  readonly session: { readonly idleSeconds: number; readonly seconds: number }
  /** Longest life of an access token; undefined without a limit. */
  readonly tokenMaxDays: number | undefined
  /** Key of 64 hexadecimal digits for secrets in the database; undefined for that of the data folder. */
  readonly secretKey: string | undefined
  /** Days for which rows of the audit log are kept. */
  readonly auditDays: number
  /** Minutes that an invitation is valid when its maker gives no time. */
  readonly invitationMinutes: number
  /** Days for which a deactivated organization's data can be kept; null is no limit. */
  readonly deletionDays: { readonly min: number | null; readonly max: number | null }
  /** True if organizations may have channels that people without an account can read. */
  readonly allowsWebPublicChannels: boolean
  readonly gifKeys: GifKeys
  /** The service that this server asks for GIFs; undefined without one. */
  readonly gifs: GifsConfig | undefined
  /** Used once, when the data is new. */
  readonly firstOrganization: {
    readonly name: string
    readonly owner: { readonly email: string; readonly password: string; readonly name: string } | undefined
  }
}

const parseSession = (read: ReadVariable): Config['session'] => ({
  idleSeconds: parseDays('TAGMA_SESSION_IDLE_DAYS', read) * 24 * 3600,
  seconds: parseDays('TAGMA_SESSION_DAYS', read) * 24 * 3600,
})

function parseSecretKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[0-9a-f]{64}$/i.test(key)) return key
  throw new ConfigError(
    'TAGMA_SECRET_KEY should be 64 hexadecimal digits: `openssl rand -hex 32` prints a new one.',
  )
}

function parseReadUrl(optional: (name: VariableName) => string | undefined): string | undefined {
  const name = 'DATABASE_READ_URL'
  const url = parseUrl(name, optional(name), ['postgres:', 'postgresql:'])
  if (url !== undefined && optional('DATABASE_URL') === undefined)
    throw new ConfigError(
      `${name} is the address of a replica: set DATABASE_URL to the address of its primary.`,
    )
  return url
}

/** Parses the environment. Throws a ConfigError that names the variable and says what it should be. */
export function parseConfig(given: Environment): Config {
  const environment = readSecretFiles(given)
  refuseUnknown(environment)
  const read: ReadVariable = (name) =>
    (environment[name] ?? '').trim() || (variables.find((variable) => variable.name === name)?.initial ?? '')
  const optional = (name: VariableName): string | undefined => read(name) || undefined

  const port = parsePort('TAGMA_PORT', read('TAGMA_PORT'))
  const logLevel = read('TAGMA_LOG')
  if (!isLogLevel(logLevel))
    throw new ConfigError(`TAGMA_LOG is "${logLevel}"; it should be one of ${logLevels.join(', ')}.`)
  const publicUrl =
    parseUrl('TAGMA_PUBLIC_URL', optional('TAGMA_PUBLIC_URL'), ['http:', 'https:']) ??
    `http://localhost:${port}`

  return {
    dataDir: resolve(read('TAGMA_DATA_DIR')),
    host: read('TAGMA_HOST'),
    port,
    sitePort: parsePort('TAGMA_SITE_PORT', read('TAGMA_SITE_PORT')),
    webClient: parseWebClient(read('TAGMA_WEB_CLIENT')),
    metricsPort: parsePort('TAGMA_METRICS_PORT', read('TAGMA_METRICS_PORT')),
    publicUrl,
    siteUrl: parseUrl('TAGMA_SITE_URL', optional('TAGMA_SITE_URL'), ['http:', 'https:']),
    databaseUrl: parseUrl('DATABASE_URL', optional('DATABASE_URL'), ['postgres:', 'postgresql:']),
    databaseReadUrl: parseReadUrl(optional),
    natsUrl: parseUrl('NATS_URL', optional('NATS_URL'), ['nats:', 'tls:']),
    blobs: parseBlobs(read),
    backup: parseBackup(read),
    rateLimits: parseRateLimits(read('TAGMA_RATE_LIMITS')),
    logLevel,
    limitsPresence: parseSwitch(
      'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE',
      read('CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE'),
    ),
    proxies: parseProxies(read('TAGMA_PROXIES')),
    maxUploadMib: parseMib('TAGMA_MAX_UPLOAD_MIB', read('TAGMA_MAX_UPLOAD_MIB')),
    showsExternalMedia: parseSwitch('TAGMA_EXTERNAL_MEDIA', read('TAGMA_EXTERNAL_MEDIA')),
    makesLinkPreviews:
      parseSwitch('TAGMA_LINK_PREVIEWS', read('TAGMA_LINK_PREVIEWS')) &&
      parseSwitch('TAGMA_EXTERNAL_MEDIA', read('TAGMA_EXTERNAL_MEDIA')),
    uploadQuotaMib:
      optional('TAGMA_UPLOAD_QUOTA_MIB') === undefined
        ? undefined
        : parseMib('TAGMA_UPLOAD_QUOTA_MIB', read('TAGMA_UPLOAD_QUOTA_MIB')),
    mail: {
      smtpUrl: parseUrl('TAGMA_SMTP_URL', optional('TAGMA_SMTP_URL'), ['smtp:', 'smtps:']),
      from: optional('TAGMA_MAIL_FROM') ?? `Tagma <noreply@${new URL(publicUrl).hostname}>`,
    },
    incomingMail: parseIncomingMail(read),
    push: parsePush(read),
    ...parseSignIn(read, environment),
    videoCalls: parseVideoCalls(read),
    hasMcp: parseSwitch('TAGMA_MCP', read('TAGMA_MCP')),
    takesOauthClients: parseSwitch('TAGMA_OAUTH_REGISTRATION', read('TAGMA_OAUTH_REGISTRATION')),
    outgoing: parseOutgoing(read),
    session: parseSession(read),
    tokenMaxDays:
      optional('TAGMA_TOKEN_MAX_DAYS') === undefined ? undefined : parseDays('TAGMA_TOKEN_MAX_DAYS', read),
    secretKey: parseSecretKey(optional('TAGMA_SECRET_KEY')),
    auditDays: parseDays('TAGMA_AUDIT_DAYS', read),
    invitationMinutes: parseCount(
      'INVITATION_LINK_VALIDITY_MINUTES',
      read('INVITATION_LINK_VALIDITY_MINUTES'),
      1,
    ),
    deletionDays: parseDeletionDays(read),
    ...parseGifs(read, parseSwitch('TAGMA_EXTERNAL_MEDIA', read('TAGMA_EXTERNAL_MEDIA'))),
    allowsWebPublicChannels: parseSwitch('WEB_PUBLIC_STREAMS_ENABLED', read('WEB_PUBLIC_STREAMS_ENABLED')),
    firstOrganization: { name: read('TAGMA_ORGANIZATION_NAME'), owner: parseFirstOwner(read) },
  }
}

/** Ways to sign in that need other services. */
const parseSignIn = (read: ReadVariable, environment: Environment) => ({
  ldap: parseLdap(read),
  jwt: parseJwt(read),
  providers: parseProviders(environment),
})

/** Throws a ConfigError for a misspelt variable. */
function refuseUnknown(environment: Environment): void {
  const unknown = Object.keys(environment).find(
    (name) =>
      name.startsWith('TAGMA_') &&
      !isProviderVariable(name) &&
      !variables.some((variable) => variable.name === name),
  )
  if (unknown !== undefined) {
    throw new ConfigError(
      `${unknown} is no setting of Tagma. The settings are: ${variables.map((variable) => variable.name).join(', ')}.`,
    )
  }
}

function parseWebClient(text: string): Config['webClient'] {
  if (/[/\\]/.test(text)) return { file: resolve(text) }
  return parseSwitch('TAGMA_WEB_CLIENT', text) ? { file: undefined } : undefined
}

function parseDays(name: VariableName, read: ReadVariable): number {
  const days = parseCount(name, read(name), 1)
  // Browsers keep no cookie for longer.
  if (days > 400) throw new ConfigError(`${name} is "${days}"; it should be a number of days from 1 to 400.`)
  return days
}

function parseDeletionDays(read: ReadVariable): Config['deletionDays'] {
  const min = parseLimit('MIN_DEACTIVATED_REALM_DELETION_DAYS', read('MIN_DEACTIVATED_REALM_DELETION_DAYS'))
  const max = parseLimit('MAX_DEACTIVATED_REALM_DELETION_DAYS', read('MAX_DEACTIVATED_REALM_DELETION_DAYS'))
  if (min !== null && max !== null && min > max) {
    throw new ConfigError(
      'MIN_DEACTIVATED_REALM_DELETION_DAYS is more than MAX_DEACTIVATED_REALM_DELETION_DAYS.',
    )
  }
  return { min, max }
}

function parseFirstOwner(read: ReadVariable): Config['firstOrganization']['owner'] {
  const email = read('TAGMA_OWNER_EMAIL')
  const password = read('TAGMA_OWNER_PASSWORD')
  if ((email === '') !== (password === ''))
    throw new ConfigError('TAGMA_OWNER_EMAIL and TAGMA_OWNER_PASSWORD belong together: set both or neither.')
  if (email === '') return undefined
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError(`TAGMA_OWNER_EMAIL is "${email}"; it should be an email address.`)
  return { email, password, name: read('TAGMA_OWNER_NAME') }
}
