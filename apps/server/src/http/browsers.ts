import type { IncomingHttpHeaders } from 'node:http'

/** Tells whether a browser sends this: only browsers send these headers. */
const isFromBrowser = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-mode'] !== undefined ||
  headers.origin !== undefined ||
  headers['user-agent']?.startsWith('Mozilla/') === true

/** Challenge that no browser answers by itself. */
export const sessionChallenge = 'Session realm="tagma"'

/**
 * Challenge of a 401. Asked for Basic credentials, a browser opens a dialog and then sends the credentials with every
 * later request, even with those that other sites make it send. So browsers get a scheme that no browser answers.
 */
export const challengeFor = (headers: IncomingHttpHeaders) =>
  isFromBrowser(headers) ? sessionChallenge : 'Basic realm="tagma"'

/** Headers of an answer, with the challenge that fits the client. No browser answers a challenge for a bearer token. */
export const withChallenge = (
  headers: Readonly<Record<string, string>>,
  { headers: asked }: { readonly headers: IncomingHttpHeaders },
): Readonly<Record<string, string>> =>
  headers['www-authenticate'] === undefined || headers['www-authenticate'].startsWith('Bearer ')
    ? headers
    : { ...headers, 'www-authenticate': challengeFor(asked) }
