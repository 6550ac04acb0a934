const pagesOfSignIn = /^\/(?:login|register|accounts\/(?:login|logout))(?:[/?#]|$)/

/**
 * Returns an address that a form or a link named if it lies on this server, and `/` otherwise: nobody should land on
 * another site, or at the form that they have just sent, after signing in.
 */
export function localPath(address: string | undefined): string {
  // Browsers take a backslash for a slash, and leave out tabs and line breaks.
  if (address === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(address) || address.includes('\\'))
    return '/'
  const host = 'http://this.invalid'
  const url = URL.parse(address, host)
  if (url?.origin !== host) return '/'
  const path = url.pathname + url.search + url.hash
  // `/.//evil.example` becomes a path that begins with two slashes.
  return path.startsWith('//') || pagesOfSignIn.test(path) ? '/' : path
}

/** Adds to the path of a page the address to go to afterwards. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
