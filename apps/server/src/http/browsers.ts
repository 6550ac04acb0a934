import type { IncomingHttpHeaders } from 'node:http'
import { badRequest } from '#model/refusal.ts'

/** Tells whether a browser sends this: only browsers send these headers. */
const isFromBrowser = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-mode'] !== undefined ||
  headers.origin !== undefined ||
  headers['user-agent']?.startsWith('Mozilla/') === true

/**
 * Challenge of a 401. Asked for Basic credentials, a browser opens a dialog and then sends the credentials with every
 * later request, even with those that other sites make it send. So browsers get a scheme that no browser answers.
 */
export const challengeFor = (headers: IncomingHttpHeaders) =>
  isFromBrowser(headers) ? 'Session realm="tagma"' : 'Basic realm="tagma"'

/** Headers of an answer, with the challenge that fits the client. */
export const withChallenge = (
  headers: Readonly<Record<string, string>>,
  { headers: asked }: { readonly headers: IncomingHttpHeaders },
): Readonly<Record<string, string>> =>
  headers['www-authenticate'] === undefined
    ? headers
    : { ...headers, 'www-authenticate': challengeFor(asked) }

/**
 * Refuses a request with credentials if the page of another site made a browser send it.
 *
 * A form, a link or a picture is sent without asking this server first. None of them can set the header Authorization,
 * so its value is one that the browser kept (from a proxy that asks for Basic, for example). A fetch in the mode `cors`
 * that sets the header comes from a page that knows the key, such as a client on another origin. A fetch that leaves the
 * header to the browser finds no kept value, because of `challengeFor`. So `cors` passes. Browsers over plain HTTP do not
 * tell the mode: the origin alone decides.
 */
export function refuseForged(headers: IncomingHttpHeaders): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const isForged =
    site === undefined
      ? origin !== undefined && hostOf(origin) !== hostOf(`http://${host ?? ''}`)
      : site !== 'same-origin' && site !== 'none' && headers['sec-fetch-mode'] !== 'cors'
  if (isForged)
    throw badRequest(
      'Another site made your browser send this, so nothing was changed. Call from a program, or by fetch with the header Authorization.',
    )
}

// Proxies may leave out the port.
const hostOf = (url: string) => URL.parse(url)?.hostname
