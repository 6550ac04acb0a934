import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '#model/refusal.ts'

/** A request, as far as it tells where it comes from. */
export interface Origins {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/**
 * The reason to believe a request:
 * - `key`: the header Authorization.
 * - `session`: a session's cookie.
 * - `file`: a session's cookie, for a file that a link may lead to.
 * - `form`: what was typed into a page of this server.
 */
export type Proof = 'key' | 'session' | 'file' | 'form'

/**
 * Tells whether the page of another site, or of another organization, made a browser send a request. `own` is the
 * organization's address. Browsers say where a request comes from by Sec-Fetch-Site; older ones, and all over plain HTTP,
 * by Origin.
 *
 * A cookie is sent by the browser, whoever asks it to. So whatever changes something has to say that it comes from this
 * server; a request that says nothing is refused. `SameSite` alone does not do: a neighbouring organization is the same
 * site.
 *
 * The header Authorization is set by programs, and by scripts that know the key. A form, a link or a picture cannot set
 * it, so its value is one that the browser kept (from a proxy that asks for Basic, for example). A fetch in the mode
 * `cors` that leaves the header to the browser finds no kept value, because of `challengeFor`. So `cors` passes.
 */
export function isForged({ method, headers }: Origins, proof: Proof, own: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const mode = headers['sec-fetch-mode']
  if (proof === 'key') {
    if (isRead) return false
    if (site !== undefined) return site !== 'same-origin' && site !== 'none' && mode !== 'cors'
    return origin !== undefined && hostOf(origin) !== hostOf(`http://${host ?? ''}`)
  }
  if (isRead) {
    if (site === undefined || site === 'same-origin' || site === 'none') return false
    return proof !== 'file' || mode !== 'navigate'
  }
  if (site !== undefined) return site !== 'same-origin'
  return origin === undefined || ![own, `http://${host ?? ''}`, `https://${host ?? ''}`].includes(origin)
}

// Proxies may leave out the port.
const hostOf = (url: string) => URL.parse(url)?.hostname

/** Throws a Refusal for a request that another site made a browser send. */
export function refuseForged(request: Origins, proof: Proof, own: string): void {
  if (!isForged(request, proof, own)) return
  throw new Refusal(
    'CSRF_FAILED',
    proof === 'key'
      ? 'CSRF error: another site made your browser send this, so nothing was changed. Call from a program, or by fetch with the header Authorization.'
      : `CSRF error: this did not come from a page of ${own}, so nothing was done. Programs call /api/v1 with an API key.`,
  )
}
