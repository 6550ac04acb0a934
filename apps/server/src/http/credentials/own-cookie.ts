import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '#config/config.ts'

/** Headers that decide about the name of a cookie. */
export type CookieHeaders = Pick<IncomingHttpHeaders, 'host' | 'cookie' | 'user-agent'>

/**
 * Browsers take a cookie whose name begins like this only over https, from the host itself, for all its paths: no other
 * host and no neighbour can plant one.
 */
const securePrefix = '__Host-'

/** Returns the value of a cookie of this host. Over https, a cookie that others could have planted does not count. */
export function ownCookieValue(
  headers: CookieHeaders,
  config: Pick<Config, 'publicUrl'>,
  name: string,
): string | undefined {
  const { cookie } = headers
  if (cookie === undefined) return undefined
  const secure = valueOf(cookie, securePrefix + name)
  if (secure !== undefined || isHttps(headers, config)) return secure
  return valueOf(cookie, name)
}

/** Begins the header Set-Cookie for a cookie of this host, which no script can read. */
export function ownCookie(
  headers: CookieHeaders,
  config: Pick<Config, 'publicUrl'>,
  { name, value }: { readonly name: string; readonly value: string },
): string {
  const rest = 'Path=/; HttpOnly; SameSite=Lax'
  return isHttps(headers, config) || takesSecureLocally(headers)
    ? `${securePrefix}${name}=${value}; ${rest}; Secure`
    : `${name}=${value}; ${rest}`
}

function valueOf(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals >= 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** Tells whether the browser reaches this host over https. A single organization answers on other hosts too. */
function isHttps({ host }: CookieHeaders, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  if (!publicUrl.startsWith('https:')) return false
  const own = new URL(publicUrl).hostname
  const name = hostname(host)
  return name === own || name.endsWith(`.${own}`)
}

const hostname = (host = '') => host.replace(/:\d+$/, '').toLowerCase()

/** Tells whether a browser keeps a secure cookie of http://localhost: all do but Safari and its relatives. */
function takesSecureLocally({ host, 'user-agent': agent = '' }: CookieHeaders): boolean {
  const isLocal = /^(?:.+\.)?localhost$/.test(hostname(host))
  return isLocal && (!agent.includes('AppleWebKit') || /Chrom(?:e|ium)\//.test(agent))
}
