import { resolve } from 'node:path'

export interface RateLimit {
  /** Length of the window in seconds. */
  readonly seconds: number
  /** Calls allowed in it. */
  readonly calls: number
}

/** The rates that a limit counts by: every name that `limit` of an endpoint can have, and `all`. */
export type RateLimits = Readonly<Record<string, RateLimit>>

export interface Config {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly sitePort: number
  /** Without a slash at the end. */
  readonly publicUrl: string
  /** Without a slash at the end. Undefined: the address that was asked for. */
  readonly siteUrl: string | undefined
  readonly databaseUrl: string | undefined
  readonly natsUrl: string | undefined
  /** Undefined: no limits. */
  readonly rateLimits: RateLimits | undefined
  readonly logLevel: LogLevel
  /** Whether presence is limited to users that the viewer may see. */
  readonly limitsPresence: boolean
  /** The largest upload in MiB. */
  readonly maxUploadMib: number
  /** What all uploads of an organization may take up, in MiB; undefined for no limit. */
  readonly uploadQuotaMib: number | undefined
  readonly mail: {
    /** Undefined: mail is put into the data folder. */
    readonly smtpUrl: string | undefined
    readonly from: string
  }
  /** How notifications reach phones. */
  readonly push: PushConfig
  /** Undefined: nobody signs in by LDAP. */
  readonly ldap: LdapConfig | undefined
  /** How long invitations are good for when their makers say nothing. */
  readonly invitationMinutes: number
  /** The days that a deactivated organization's data can be kept; null is no limit. */
  readonly deletionDays: { readonly min: number | null; readonly max: number | null }
  /** Whether organizations may have channels that people without an account can read. */
  readonly allowsWebPublicChannels: boolean
  /** Used once, when the data is new. */
  readonly firstOrganization: {
    readonly name: string
    readonly owner: { readonly email: string; readonly password: string; readonly name: string } | undefined
  }
}

/** How user names and passwords are checked against a directory server. */
export interface LdapConfig {
  readonly url: string
  readonly startTls: boolean
  /** Who looks users up; undefined looks them up anonymously. */
  readonly bind: { readonly dn: string; readonly password: string } | undefined
  readonly base: string
  /** An LDAP filter in which `{username}` stands for what somebody typed. */
  readonly filter: string
  readonly emailAttribute: string
  readonly nameAttribute: string
}

/** A relay, or services that this server talks to itself; with neither, no phone is notified. */
export interface PushConfig {
  readonly relay: { readonly url: string; readonly id: string; readonly key: string } | undefined
  /** The secret key that clients encrypt their registrations for, base64; undefined with a relay. */
  readonly privateKey: string | undefined
  readonly apns:
    | { readonly url: string; readonly keyFile: string; readonly keyId: string; readonly teamId: string }
    | undefined
  readonly fcm: { readonly url: string; readonly accountFile: string } | undefined
  /** How long a push service may take to answer. */
  readonly timeoutSeconds: number
}

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** A wrong setting; `message` says which one and what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

interface Variable {
  readonly name: string
  readonly meaning: string
  readonly initial: string
  readonly isSecret?: true
}

/** Every environment variable that the server reads: the source of `tagma config` and of the documentation. */
export const variables = [
  {
    name: 'TAGMA_DATA_DIR',
    initial: './data',
    meaning: 'Folder of the database, uploads and everything else that is kept.',
  },
  { name: 'TAGMA_HOST', initial: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 for all.' },
  { name: 'TAGMA_PORT', initial: '9991', meaning: 'Port of the chat server.' },
  { name: 'TAGMA_SITE_PORT', initial: '9992', meaning: 'Port of the website; 0 serves none.' },
  {
    name: 'TAGMA_PUBLIC_URL',
    initial: '',
    meaning:
      'Address under which people reach the server, such as https://chat.example.com. By default http://localhost and the port.',
  },
  {
    name: 'TAGMA_SITE_URL',
    initial: '',
    meaning:
      'Address under which people reach the website, such as https://www.example.com. By default the one that they asked for.',
  },
  {
    name: 'TAGMA_ORGANIZATION_NAME',
    initial: 'Tagma',
    meaning: 'Name of the first organization. Used once, when the data is new.',
  },
  {
    name: 'TAGMA_OWNER_EMAIL',
    initial: '',
    meaning:
      'Email address of the first owner. Used once, when the data is new; without it, a link to a set-up page is printed.',
  },
  {
    name: 'TAGMA_OWNER_PASSWORD',
    initial: '',
    meaning: 'Password of the first owner. Used once, when the data is new.',
    isSecret: true,
  },
  {
    name: 'TAGMA_OWNER_NAME',
    initial: 'Owner',
    meaning: 'Name of the first owner. Used once, when the data is new.',
  },
  {
    name: 'DATABASE_URL',
    initial: '',
    meaning:
      'PostgreSQL 15 or later instead of the embedded database, such as postgres://tagma@localhost/tagma.',
    isSecret: true,
  },
  {
    name: 'NATS_URL',
    initial: '',
    meaning:
      'NATS server that several processes on one PostgreSQL wake each other by, such as nats://localhost:4222.',
    isSecret: true,
  },
  {
    name: 'TAGMA_RATE_LIMITS',
    initial: '',
    meaning:
      'Limits of calls for each user: `off`, or a table such as all=200/60,password_guess=10/60 (calls per seconds).',
  },
  {
    name: 'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE',
    initial: 'off',
    meaning:
      'Whether guests who may not see all users see the presence of those they may see only: on or off.',
  },
  {
    name: 'TAGMA_MAX_UPLOAD_MIB',
    initial: '100',
    meaning: 'The largest file that can be uploaded, in MiB.',
  },
  {
    name: 'TAGMA_UPLOAD_QUOTA_MIB',
    initial: '',
    meaning:
      'What all uploads of an organization may take up together, in MiB. Without it there is no limit.',
  },
  {
    name: 'TAGMA_SMTP_URL',
    initial: '',
    meaning:
      'Mail server, such as smtp://user:password@mail.example.com:587. Without it, mail is put into the folder `mail` of the data.',
    isSecret: true,
  },
  {
    name: 'TAGMA_MAIL_FROM',
    initial: '',
    meaning:
      'Sender of mail, such as "Tagma <chat@example.com>". By default noreply@ and the name of the server.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_URL',
    initial: '',
    meaning:
      'Relay that brings mobile notifications to phones, such as https://push.example.com. Without it and without TAGMA_APNS_KEY_FILE or TAGMA_FCM_ACCOUNT_FILE there are none.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_ID',
    initial: '',
    meaning: 'What the relay knows this server by, often a UUID.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_KEY',
    initial: '',
    meaning: 'The secret that belongs to TAGMA_PUSH_RELAY_ID.',
    isSecret: true,
  },
  {
    name: 'TAGMA_PUSH_TIMEOUT_SECONDS',
    initial: '10',
    meaning: 'Seconds that a relay or push service may take to answer.',
  },
  {
    name: 'TAGMA_PUSH_PRIVATE_KEY',
    initial: '',
    meaning:
      'Without a relay: the X25519 secret key, base64 of 32 bytes, whose public key apps of your own encrypt their registrations for.',
    isSecret: true,
  },
  {
    name: 'TAGMA_APNS_KEY_FILE',
    initial: '',
    meaning: 'Without a relay: file with the signing key (.p8) for Apple’s push service.',
  },
  { name: 'TAGMA_APNS_KEY_ID', initial: '', meaning: 'Id of the key in TAGMA_APNS_KEY_FILE.' },
  { name: 'TAGMA_APNS_TEAM_ID', initial: '', meaning: 'Id of the team that the Apple key belongs to.' },
  {
    name: 'TAGMA_APNS_URL',
    initial: 'https://api.push.apple.com',
    meaning: 'Address of Apple’s push service; https://api.sandbox.push.apple.com for apps in development.',
  },
  {
    name: 'TAGMA_FCM_ACCOUNT_FILE',
    initial: '',
    meaning: 'Without a relay: file with the service account (JSON) for Firebase Cloud Messaging.',
  },
  {
    name: 'TAGMA_FCM_URL',
    initial: 'https://fcm.googleapis.com',
    meaning: 'Address of Firebase Cloud Messaging.',
  },
  {
    name: 'INVITATION_LINK_VALIDITY_MINUTES',
    initial: '14400',
    meaning: 'Minutes that an invitation is good for when its maker says nothing.',
  },
  {
    name: 'MIN_DEACTIVATED_REALM_DELETION_DAYS',
    initial: '14',
    meaning:
      'Fewest days between deactivating an organization and deleting its data; `none` also allows deleting at once.',
  },
  {
    name: 'MAX_DEACTIVATED_REALM_DELETION_DAYS',
    initial: 'none',
    meaning:
      'Most days between deactivating an organization and deleting its data; `none` also allows keeping it for ever.',
  },
  {
    name: 'TAGMA_LDAP_URL',
    initial: '',
    meaning: 'LDAP server that people sign in with, such as ldap://ldap.example.com or ldaps://….',
  },
  {
    name: 'TAGMA_LDAP_START_TLS',
    initial: 'off',
    meaning: '`on` encrypts an ldap:// connection before anything is sent over it.',
  },
  {
    name: 'TAGMA_LDAP_BIND_DN',
    initial: '',
    meaning: 'Who looks users up in LDAP, such as cn=reader,dc=example,dc=com; empty for anonymously.',
  },
  {
    name: 'TAGMA_LDAP_BIND_PASSWORD',
    initial: '',
    meaning: 'Password of TAGMA_LDAP_BIND_DN.',
    isSecret: true,
  },
  {
    name: 'TAGMA_LDAP_BASE',
    initial: '',
    meaning: 'Where users are looked for, such as ou=people,dc=example,dc=com.',
  },
  {
    name: 'TAGMA_LDAP_FILTER',
    initial: '(uid={username})',
    meaning: 'LDAP filter that finds a user; {username} stands for what they typed.',
  },
  {
    name: 'TAGMA_LDAP_EMAIL_ATTRIBUTE',
    initial: 'mail',
    meaning: 'LDAP attribute with a user’s email address, which ties them to their account.',
  },
  {
    name: 'TAGMA_LDAP_NAME_ATTRIBUTE',
    initial: 'cn',
    meaning: 'LDAP attribute with a user’s full name, for accounts made at the first sign-in.',
  },
  {
    name: 'WEB_PUBLIC_STREAMS_ENABLED',
    initial: 'on',
    meaning:
      'Whether organizations may have channels that people without an account can read: on or off. Each organization decides for itself by `enable_spectator_access`.',
  },
  {
    name: 'TAGMA_LOG',
    initial: 'info',
    meaning: `What is logged: ${['silent', 'error', 'warn', 'info', 'debug'].join(', ')}.`,
  },
] as const satisfies readonly Variable[]

type VariableName = (typeof variables)[number]['name']
export type Environment = Readonly<Record<string, string | undefined>>

export const initialRateLimits: RateLimits = {
  /** Calls with an account, for each user. */
  all: { calls: 200, seconds: 60 },
  /** Calls without one, for each address. */
  anonymous: { calls: 1000, seconds: 3600 },
  /** Wrong passwords, for each account and for each address. */
  password_guess: { calls: 5, seconds: 60 },
  send_message: { calls: 200, seconds: 60 },
  /** Accounts made from one address by invitation links. */
  sign_up: { calls: 100, seconds: 3600 },
  /** Mails that somebody without an account has sent to one address. */
  send_mail: { calls: 5, seconds: 3600 },
}

/** Parses the environment. Throws a ConfigError that names the variable and says what it should be. */
export function parseConfig(environment: Environment): Config {
  const read = (name: VariableName): string =>
    (environment[name] ?? '').trim() || (variables.find((variable) => variable.name === name)?.initial ?? '')
  const optional = (name: VariableName): string | undefined => read(name) || undefined

  for (const name of Object.keys(environment)) {
    if (name.startsWith('TAGMA_') && !variables.some((variable) => variable.name === name)) {
      throw new ConfigError(
        `${name} is no setting of Tagma. The settings are: ${variables.map((variable) => variable.name).join(', ')}.`,
      )
    }
  }

  const port = parsePort('TAGMA_PORT', read('TAGMA_PORT'))
  const ownerEmail = optional('TAGMA_OWNER_EMAIL')
  const ownerPassword = optional('TAGMA_OWNER_PASSWORD')
  if ((ownerEmail === undefined) !== (ownerPassword === undefined)) {
    throw new ConfigError('TAGMA_OWNER_EMAIL and TAGMA_OWNER_PASSWORD belong together: set both or neither.')
  }
  if (ownerEmail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(ownerEmail)) {
    throw new ConfigError(`TAGMA_OWNER_EMAIL is "${ownerEmail}"; it should be an email address.`)
  }
  const logLevel = read('TAGMA_LOG')
  if (!isLogLevel(logLevel))
    throw new ConfigError(`TAGMA_LOG is "${logLevel}"; it should be one of ${logLevels.join(', ')}.`)

  const publicUrl =
    parseUrl('TAGMA_PUBLIC_URL', optional('TAGMA_PUBLIC_URL'), ['http:', 'https:']) ??
    `http://localhost:${port}`
  const deletionDays = {
    min: parseLimit('MIN_DEACTIVATED_REALM_DELETION_DAYS', read('MIN_DEACTIVATED_REALM_DELETION_DAYS')),
    max: parseLimit('MAX_DEACTIVATED_REALM_DELETION_DAYS', read('MAX_DEACTIVATED_REALM_DELETION_DAYS')),
  }
  if (deletionDays.min !== null && deletionDays.max !== null && deletionDays.min > deletionDays.max) {
    throw new ConfigError(
      'MIN_DEACTIVATED_REALM_DELETION_DAYS is more than MAX_DEACTIVATED_REALM_DELETION_DAYS.',
    )
  }

  return {
    dataDir: resolve(read('TAGMA_DATA_DIR')),
    host: read('TAGMA_HOST'),
    port,
    sitePort: parsePort('TAGMA_SITE_PORT', read('TAGMA_SITE_PORT')),
    publicUrl,
    siteUrl: parseUrl('TAGMA_SITE_URL', optional('TAGMA_SITE_URL'), ['http:', 'https:']),
    databaseUrl: parseUrl('DATABASE_URL', optional('DATABASE_URL'), ['postgres:', 'postgresql:']),
    natsUrl: parseUrl('NATS_URL', optional('NATS_URL'), ['nats:', 'tls:']),
    rateLimits: parseRateLimits(read('TAGMA_RATE_LIMITS')),
    logLevel,
    limitsPresence: parseSwitch(
      'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE',
      read('CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE'),
    ),
    maxUploadMib: parseMib('TAGMA_MAX_UPLOAD_MIB', read('TAGMA_MAX_UPLOAD_MIB')),
    uploadQuotaMib:
      optional('TAGMA_UPLOAD_QUOTA_MIB') === undefined
        ? undefined
        : parseMib('TAGMA_UPLOAD_QUOTA_MIB', read('TAGMA_UPLOAD_QUOTA_MIB')),
    mail: {
      smtpUrl: parseUrl('TAGMA_SMTP_URL', optional('TAGMA_SMTP_URL'), ['smtp:', 'smtps:']),
      from: optional('TAGMA_MAIL_FROM') ?? `Tagma <noreply@${new URL(publicUrl).hostname}>`,
    },
    push: parsePush(read),
    ldap: parseLdap(read),
    invitationMinutes: parseCount(
      'INVITATION_LINK_VALIDITY_MINUTES',
      read('INVITATION_LINK_VALIDITY_MINUTES'),
      1,
    ),
    deletionDays,
    allowsWebPublicChannels: parseSwitch('WEB_PUBLIC_STREAMS_ENABLED', read('WEB_PUBLIC_STREAMS_ENABLED')),
    firstOrganization: {
      name: read('TAGMA_ORGANIZATION_NAME'),
      owner:
        ownerEmail === undefined || ownerPassword === undefined
          ? undefined
          : { email: ownerEmail, password: ownerPassword, name: read('TAGMA_OWNER_NAME') },
    },
  }
}

const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text)

function parseSwitch(name: VariableName, text: string): boolean {
  if (!/^(on|off|true|false)$/i.test(text))
    throw new ConfigError(`${name} is "${text}"; it should be on or off.`)
  return /^(on|true)$/i.test(text)
}

function parsePort(name: VariableName, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(`${name} is "${text}"; it should be a port number from 0 to 65535.`)
  return port
}

function parseMib(name: VariableName, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new ConfigError(`${name} is "${text}"; it should be a whole number of MiB, at least 1.`)
  return Number(text)
}

function parseCount(name: VariableName, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new ConfigError(`${name} is "${text}"; it should be a whole number of at least ${least}.`)
  return Number(text)
}

function parseLimit(name: VariableName, text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text))
    throw new ConfigError(`${name} is "${text}"; it should be a whole number or none.`)
  return Number(text)
}

function parseLdap(read: (name: VariableName) => string): LdapConfig | undefined {
  const url = parseUrl('TAGMA_LDAP_URL', read('TAGMA_LDAP_URL') || undefined, ['ldap:', 'ldaps:'])
  if (url === undefined) return undefined
  const base = read('TAGMA_LDAP_BASE')
  if (base === '')
    throw new ConfigError('TAGMA_LDAP_URL needs TAGMA_LDAP_BASE, the place where users are looked for.')
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

function parsePush(read: (name: VariableName) => string): PushConfig {
  const web = ['http:', 'https:']
  const url = parseUrl('TAGMA_PUSH_RELAY_URL', read('TAGMA_PUSH_RELAY_URL') || undefined, web)
  const id = read('TAGMA_PUSH_RELAY_ID')
  const key = read('TAGMA_PUSH_RELAY_KEY')
  if (url !== undefined && (id === '' || key === ''))
    throw new ConfigError(
      'TAGMA_PUSH_RELAY_URL needs TAGMA_PUSH_RELAY_ID and TAGMA_PUSH_RELAY_KEY, which whoever runs the relay gives you.',
    )
  const keyFile = read('TAGMA_APNS_KEY_FILE')
  const accountFile = read('TAGMA_FCM_ACCOUNT_FILE')
  const isDirect = keyFile !== '' || accountFile !== ''
  if (url !== undefined && isDirect)
    throw new ConfigError(
      'TAGMA_PUSH_RELAY_URL is one way to send notifications, TAGMA_APNS_KEY_FILE and TAGMA_FCM_ACCOUNT_FILE are another: set one.',
    )
  const keyId = read('TAGMA_APNS_KEY_ID')
  const teamId = read('TAGMA_APNS_TEAM_ID')
  if (keyFile !== '' && (keyId === '' || teamId === ''))
    throw new ConfigError('TAGMA_APNS_KEY_FILE needs TAGMA_APNS_KEY_ID and TAGMA_APNS_TEAM_ID.')
  const privateKey = read('TAGMA_PUSH_PRIVATE_KEY') || undefined
  if (isDirect && (privateKey === undefined || Buffer.from(privateKey, 'base64').length !== 32))
    throw new ConfigError(
      'TAGMA_APNS_KEY_FILE and TAGMA_FCM_ACCOUNT_FILE need TAGMA_PUSH_PRIVATE_KEY, base64 of 32 random bytes.',
    )
  const apnsUrl = parseUrl('TAGMA_APNS_URL', read('TAGMA_APNS_URL'), web) ?? ''
  const fcmUrl = parseUrl('TAGMA_FCM_URL', read('TAGMA_FCM_URL'), web) ?? ''
  return {
    relay: url === undefined ? undefined : { url, id, key },
    privateKey,
    apns: keyFile === '' ? undefined : { url: apnsUrl, keyFile, keyId, teamId },
    fcm: accountFile === '' ? undefined : { url: fcmUrl, accountFile },
    timeoutSeconds: parseCount('TAGMA_PUSH_TIMEOUT_SECONDS', read('TAGMA_PUSH_TIMEOUT_SECONDS'), 1),
  }
}

function parseUrl(
  name: VariableName,
  text: string | undefined,
  protocols: readonly string[],
): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(
      `${name} should be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    )
  }
  return text.replace(/\/+$/, '')
}

function parseRateLimits(text: string): RateLimits | undefined {
  if (text === 'off') return undefined
  const limits: Record<string, RateLimit> = { ...initialRateLimits }
  if (text === '') return limits
  for (const entry of text.split(',')) {
    const match = /^\s*([a-z_]+)\s*=\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(entry)
    const [, name = '', calls = '', seconds = ''] = match ?? []
    if (!match || !(name in initialRateLimits) || Number(seconds) === 0) {
      throw new ConfigError(
        `TAGMA_RATE_LIMITS has "${entry.trim()}"; it should be "off" or entries such as all=200/60 for ${Object.keys(initialRateLimits).join(', ')}.`,
      )
    }
    limits[name] = { calls: Number(calls), seconds: Number(seconds) }
  }
  return limits
}
