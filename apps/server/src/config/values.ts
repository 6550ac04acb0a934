import { BlockList, isIP } from 'node:net'

/** A wrong setting; `message` names it and says what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text)

export function parseSwitch(name: string, text: string): boolean {
  if (!/^(on|off|true|false)$/i.test(text))
    throw new ConfigError(`${name} is "${text}"; it should be on or off.`)
  return /^(on|true)$/i.test(text)
}

export function parsePort(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(`${name} is "${text}"; it should be a port number from 0 to 65535.`)
  return port
}

/** Parses addresses and networks such as 10.0.0.0/8, and adds those of this machine. */
export function parseProxies(text: string): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const length = bits === undefined ? longest : Number(bits)
    if (version === 0 || length > longest)
      throw new ConfigError(
        `TAGMA_PROXIES has "${entry}"; it should be addresses or networks with commas between them, such as 10.0.0.5 or 10.0.0.0/8.`,
      )
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export function parseMib(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new ConfigError(`${name} is "${text}"; it should be a whole number of MiB, at least 1.`)
  return Number(text)
}

export function parseCount(name: string, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new ConfigError(`${name} is "${text}"; it should be a whole number of at least ${least}.`)
  return Number(text)
}

export function parseLimit(name: string, text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text))
    throw new ConfigError(`${name} is "${text}"; it should be a whole number or none.`)
  return Number(text)
}

export function parseUrl(
  name: string,
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

/** The host of a sender such as `Tagma <chat@example.com>`. */
export const hostOfSender = (from: string) => from.replace(/^.*@/, '').replace(/>.*$/, '')

export interface RateLimit {
  /** Length of the window in seconds. */
  readonly seconds: number
  /** Calls allowed in the window. */
  readonly calls: number
}

/** Rates by limit: every name that `limit` of an endpoint can have, and `all`. */
export type RateLimits = Readonly<Record<string, RateLimit>>

export const initialRateLimits: RateLimits = {
  /** Calls with an account, for each user. */
  all: { calls: 200, seconds: 60 },
  /** Calls without one, for each address. */
  anonymous: { calls: 1000, seconds: 3600 },
  /** Wrong passwords for an account from one network. */
  password_guess: { calls: 5, seconds: 60 },
  /** Wrong passwords from one address, for all accounts together. */
  password_guess_address: { calls: 20, seconds: 600 },
  /** Wrong passwords for an account from all networks that its owner has not signed in from. */
  password_guess_account: { calls: 50, seconds: 3600 },
  /** Wrong codes of an authenticator app for an account from everywhere; recovery codes are heard still. */
  code_guess: { calls: 20, seconds: 86_400 },
  /** Mails to an account about wrong passwords from everywhere. */
  guess_mail: { calls: 1, seconds: 86_400 },
  /** Calls with wrong credentials, for each address. */
  wrong_key: { calls: 100, seconds: 60 },
  /** Requests for the pages behind links with a secret, such as invitations, for each address. */
  page: { calls: 300, seconds: 60 },
  /** Drawn pictures of people without a picture, for each address. */
  drawn_avatar: { calls: 1200, seconds: 60 },
  send_message: { calls: 200, seconds: 60 },
  /** Accounts made from one address by links, and links that are asked for. */
  sign_up: { calls: 100, seconds: 3600 },
  /** Mails to one address at the request of people without an account, and new addresses that a user asks for. */
  send_mail: { calls: 5, seconds: 3600 },
  /** Calls of incoming webhooks, for each bot: they do not count as other calls, because services send in bursts. */
  webhook: { calls: 600, seconds: 60 },
  /** Calls of tools by agents, for each access token. */
  agent: { calls: 60, seconds: 60 },
  /** Calls of tools that change something. */
  agent_write: { calls: 20, seconds: 60 },
  /** Searches for GIFs by one user: services let a server ask only so often. */
  gifs: { calls: 60, seconds: 60 },
  /** Requests of programs for tokens by OAuth, from one address. */
  oauth: { calls: 120, seconds: 60 },
  /** Programs that register themselves for OAuth, from one address. */
  oauth_register: { calls: 10, seconds: 86_400 },
  /** Documents of programs that are fetched for one account. */
  oauth_document: { calls: 20, seconds: 3600 },
  /** Calls of a SCIM client, which provisions accounts. */
  scim: { calls: 600, seconds: 60 },
  /** Mails to one address of a channel; further mails are put off. */
  incoming_mail: { calls: 60, seconds: 60 },
}

export function parseRateLimits(text: string): RateLimits | undefined {
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
