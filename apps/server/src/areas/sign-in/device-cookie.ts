import type { Config } from '#config/config.ts'
import { type CookieHeaders, ownCookie, ownCookieValue } from '#http/credentials/own-cookie.ts'
import { networkOf } from '#http/networks.ts'
import type { Random } from '#ports/random.ts'
import { tokenHash } from '#store/sql/token-hash.ts'
import { programOf } from './program-of.ts'

const name = 'tagma-device'
const valueLength = 43
/** In seconds: the longest that browsers keep a cookie. */
const cookieSeconds = 400 * 24 * 3600

/** A device, as a request shows it. */
export interface Device {
  readonly hash: string
  /** True for a browser with its own cookie, which nobody else can have. */
  readonly isProved: boolean
  readonly program: string
  readonly network: string
}

interface Shown {
  /** Undefined for a program without cookies. */
  readonly headers?: CookieHeaders | undefined
  readonly userAgent: string
  readonly address: string
}

/** Makes the header Set-Cookie that tells this browser from others; undefined if it has one. */
export function deviceCookie(
  headers: CookieHeaders,
  config: Pick<Config, 'publicUrl'>,
  random: Random,
): string | undefined {
  if (deviceValue(headers, config) !== undefined) return undefined
  return `${ownCookie(headers, config, { name, value: random.token(valueLength) })}; Max-Age=${cookieSeconds}`
}

function deviceValue(headers: CookieHeaders, config: Pick<Config, 'publicUrl'>): string | undefined {
  const value = ownCookieValue(headers, config, name)
  return value !== undefined && /^[A-Za-z0-9]{43}$/.test(value) ? value : undefined
}

/**
 * The device of a request. A browser is known by a cookie of its own, which the sign-in page gives it. Programs without one
 * are told apart by what they say of themselves and by their network.
 */
export function deviceOf({ headers, userAgent, address }: Shown, config: Pick<Config, 'publicUrl'>): Device {
  const program = programOf(userAgent)
  const network = networkOf(address)
  const value = headers && deviceValue(headers, config)
  const hash = tokenHash(value ?? `${program.replaceAll(/\/[\d.]+/g, '')} in ${network}`)
  return { hash, isProved: value !== undefined, program, network }
}
