import { worded, type Wording } from '#words/words.ts'
// Facts about programs that ask people for access, from what they say about themselves.

const longestAddress = 500
const mostAddresses = 10
const longestName = 60

/** Schemes that run or show something in the browser, instead of leading to a program. */
const refusedSchemes = /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source|ws|wss|ftp):$/

/** Hosts that stand for the person's own computer. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbackHosts.has(hostname)

/** Returns what is wrong with addresses to which a program wants people to be led back, or undefined. */
export function redirectUrisProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0 || addresses.length > mostAddresses)
    return `Name between 1 and ${mostAddresses} redirect_uris.`
  return addresses.map(redirectUriProblem).find((problem) => problem !== undefined)
}

/** Returns what is wrong with an address to which a program wants people to be led back, or undefined. */
export function redirectUriProblem(address: string): string | undefined {
  const url = URL.parse(address)
  // Browsers would read what the comparison of letters does not see.
  if (!url || address.length > longestAddress || !/^[\x21-\x7e]+$/.test(address) || address.includes('\\'))
    return `A redirect URI is an address of at most ${longestAddress} characters.`
  if (address.includes('#')) return 'A redirect URI has no fragment (#).'
  if (url.username !== '' || url.password !== '') return 'A redirect URI has no user name and no password.'
  if (refusedSchemes.test(url.protocol)) return `A redirect URI does not begin with ${url.protocol}`
  return url.protocol === 'http:' && !isLoopback(url)
    ? 'A redirect URI begins with https://, with http:// only for localhost, 127.0.0.1 and [::1].'
    : undefined
}

/** Tells whether a program may lead people back to an address: letter by letter, but on their own computer at any port. */
export const mayReturnTo = (addresses: readonly string[], address: string): boolean =>
  addresses.some((known) => known === address || (isSameLoopback(known, address) && !address.includes('#')))

function isSameLoopback(known: string, address: string): boolean {
  const [a, b] = [URL.parse(known), URL.parse(address)]
  if (!a || !b || !isLoopback(a) || !isLoopback(b) || redirectUriProblem(address) !== undefined) return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}

/** The name of a program as people see it: one line, without characters that hide or turn others. */
export function statedName(stated: unknown): string | undefined {
  if (typeof stated !== 'string') return undefined
  const plain = stated
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longestName).join('').trim() || undefined
}

/** Tells whether a program's id is the address of a document about it. */
export function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId)
  return (
    url?.protocol === 'https:' &&
    url.href === clientId &&
    clientId.length <= longestAddress &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !clientId.includes('#')
  )
}

/** The place to which people are led back, in their words. */
export function returnPlace(address: string): Wording {
  const url = URL.parse(address)
  if (!url) return () => address
  if (isLoopback(url)) return worded('page.consent.here', { host: url.host })
  return url.protocol === 'https:'
    ? () => url.host
    : worded('page.consent.app', { scheme: `${url.protocol}//` })
}
