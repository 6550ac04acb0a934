import type { IncomingHttpHeaders } from 'node:http'
import { badRequest } from '#model/refusal.ts'

/** Whether a browser sends this, by what only browsers say of themselves. */
const isFromBrowser = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-mode'] !== undefined ||
  headers.origin !== undefined ||
  headers['user-agent']?.startsWith('Mozilla/') === true

/**
 * How a 401 asks for credentials. A browser that is asked for Basic ones opens a dialog, and sends what somebody types
 * there with every later request, those that other sites make it send too; so browsers get a scheme that none of them
 * answers.
 */
export const challengeFor = (headers: IncomingHttpHeaders) =>
  isFromBrowser(headers) ? 'Session realm="tagma"' : 'Basic realm="tagma"'

/** The headers of an answer, with the challenge that fits who asks. */
export const withChallenge = (
  headers: Readonly<Record<string, string>>,
  { headers: asked }: { readonly headers: IncomingHttpHeaders },
): Readonly<Record<string, string>> =>
  headers['www-authenticate'] === undefined
    ? headers
    : { ...headers, 'www-authenticate': challengeFor(asked) }

/**
 * Refuses a request with credentials that the page of another site made a browser send. Only a form, a link or a picture
 * is sent without asking this server first; none of them can set the header Authorization, so what it holds there is what
 * the browser has kept (from a proxy that asks for Basic, say). A fetch in the mode `cors` that sets the header is sent
 * after a preflight only, which is the place to say who may; one that leaves it to the browser finds nothing kept, since
 * `challengeFor` has browsers keep nothing. So `cors` passes. Browsers that do not tell the mode, over plain HTTP, are
 * judged by the origin alone.
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
