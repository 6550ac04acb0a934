/** The schemes of the web and of files, and those that the HTML standard lets a page hand to other programs. */
const allowedSchemes: ReadonlySet<string> = new Set(
  (
    'http https ftp file bitcoin ftps geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms ' +
    'smsto ssh tel urn webcal wtai xmpp'
  ).split(' '),
)

const scheme = /^([a-z][a-z0-9+.-]*):/i

/**
 * Returns the address that a link may lead to, or null if the text must not become a link. Without a scheme, an address
 * in this server (`/...`, `#...`) stays as it is, one with `@` becomes a mail address, and everything else gets
 * `http://`.
 */
export function safeAddress(written: string): string | null {
  const address = written
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll(' ', '%20')
  if (address.startsWith('#') || (address.startsWith('/') && !address.startsWith('//'))) return address
  if (address.startsWith('//')) return `http:${address}`
  const parts = scheme.exec(address)
  if (parts !== null && !isHostWithPort(address, parts[0].length)) {
    return allowedSchemes.has(parts[1]!.toLowerCase()) ? address : null
  }
  if (/^[^/?#]*@/.test(address)) return `mailto:${address}`
  return `http://${address}`
}

/** `example.com:8080/path` has no scheme. */
function isHostWithPort(address: string, afterColon: number): boolean {
  return (
    address.includes('.') &&
    address.indexOf('.') < afterColon &&
    /^\d+(?:[/?#]|$)/.test(address.slice(afterColon))
  )
}

/** Removes the organization's root from addresses of pages that clients open themselves. */
export function relativeAddress(address: string, organizationUrl: string): string {
  const root = `${organizationUrl}/`
  if (organizationUrl !== '' && address.startsWith(root)) {
    const rest = address.slice(root.length)
    if (rest.startsWith('#') || rest.startsWith('user_uploads/')) return rest
  }
  return address
}

/** Returns the path id of an upload of this organization (either form of its address), or null. */
export function uploadPathId(address: string): string | null {
  const path = /^\/?user_uploads\/([^?#]+)/.exec(address)?.[1]
  return path === undefined || path.startsWith('thumbnail/') ? null : path
}
