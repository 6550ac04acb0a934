import { createHmac } from 'node:crypto'
import type { Config } from '#config/config.ts'
import { type CookieHeaders, ownCookie, ownCookieValue } from '#http/credentials/own-cookie.ts'
import type { OidcSecrets } from '#ports/oidc.ts'
import { isOnetimePad } from './app-token.ts'

/** Seconds that a person has for a sign-in at a provider, and for each page on the way. */
export const flowSeconds = 600

/** Letters of a flow's handle: 256 bits. */
export const handleLength = 43

const name = 'tagma-flow'

/**
 * Derives the secrets of a flow from its handle, which only the browser's cookie has: the database holds nothing that
 * would complete a sign-in, and another browser cannot go on with it.
 */
export function secretsOf(handle: string): OidcSecrets {
  const derive = (use: string) => createHmac('sha256', handle).update(use).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Id of the flow's request by SAML: the provider's answer names it. */
export const requestIdOf = (handle: string): string =>
  `_${createHmac('sha256', handle).update('request').digest('hex')}`

/**
 * Makes the header Set-Cookie that ties a flow to this browser. Where an app began it, the cookie has the app's one-time pad
 * too, so that the database never has it.
 */
export const flowCookie = (
  headers: CookieHeaders,
  config: Pick<Config, 'publicUrl'>,
  { handle, otp = '' }: { readonly handle: string; readonly otp?: string | undefined },
): string => `${ownCookie(headers, config, { name, value: handle + otp })}; Max-Age=${flowSeconds}`

/** The handle that a request brings. */
export const flowHandle = (headers: CookieHeaders, config: Pick<Config, 'publicUrl'>): string | undefined =>
  ownCookieValue(headers, config, name)?.slice(0, handleLength)

/** Marks the pad of a desktop app in the cookie. */
export const desktopMark = 'd'

/**
 * The one-time pad of the app that began the flow; undefined for a sign-in in this browser. That of a desktop app begins
 * with `desktopMark`.
 */
export function flowPad(headers: CookieHeaders, config: Pick<Config, 'publicUrl'>): string | undefined {
  const otp = ownCookieValue(headers, config, name)?.slice(handleLength)
  const pad = otp?.startsWith(desktopMark) ? otp.slice(desktopMark.length) : otp
  return pad !== undefined && isOnetimePad(pad) ? otp : undefined
}
