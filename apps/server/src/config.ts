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
  /** Used once, when the data is new. */
  readonly firstOrganization: {
    readonly name: string
    readonly owner: { readonly email: string; readonly password: string; readonly name: string } | undefined
  }
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

  return {
    dataDir: resolve(read('TAGMA_DATA_DIR')),
    host: read('TAGMA_HOST'),
    port,
    sitePort: parsePort('TAGMA_SITE_PORT', read('TAGMA_SITE_PORT')),
    publicUrl:
      parseUrl('TAGMA_PUBLIC_URL', optional('TAGMA_PUBLIC_URL'), ['http:', 'https:']) ??
      `http://localhost:${port}`,
    siteUrl: parseUrl('TAGMA_SITE_URL', optional('TAGMA_SITE_URL'), ['http:', 'https:']),
    databaseUrl: parseUrl('DATABASE_URL', optional('DATABASE_URL'), ['postgres:', 'postgresql:']),
    natsUrl: parseUrl('NATS_URL', optional('NATS_URL'), ['nats:', 'tls:']),
    rateLimits: parseRateLimits(read('TAGMA_RATE_LIMITS')),
    logLevel,
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

function parsePort(name: VariableName, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(`${name} is "${text}"; it should be a port number from 0 to 65535.`)
  return port
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
