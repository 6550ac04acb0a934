import { readFile } from 'node:fs/promises'
import type { ClientAuth } from 'openid-client'
import * as z from 'zod'
import type { AppleConfig } from '#config/apple.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import { OidcFailure } from '#ports/oidc.ts'

// Sign in with Apple is OpenID Connect but for three things (Apple, "Request an authorization to the Sign in with Apple
// server"): the client's secret is a token that it signs itself, the answer comes by a form, and that form brings the
// person's name, the first time only.

/** Seconds for which a secret counts. Each is used once, at once. */
const secretSeconds = 300

/** Signs a secret for each call: Apple takes none that is older than half a year. */
export const appleSecret =
  ({ teamId, keyId, keyFile }: AppleConfig, { issuer }: { readonly issuer: string }): ClientAuth =>
  async (_server, { client_id }, form) => {
    const { SignJWT } = await import('jose')
    const key = await readKey(keyFile)
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(client_id)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime(`${secretSeconds}s`)
      .sign(key)
    form.set('client_id', client_id)
    form.set('client_secret', secret)
  }

/** The key is read for each call, so that a new file needs no new start. */
async function readKey(file: string): Promise<CryptoKey> {
  const { importPKCS8 } = await import('jose')
  try {
    return await importPKCS8(await readFile(file, 'utf8'), 'ES256')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no such key'
    throw new OidcFailure('invalid', `The key for Apple cannot be read from ${file} (${code})`)
  }
}

const user = z.object({ name: z.object({ firstName: z.string(), lastName: z.string() }).partial() })

/**
 * Gives Apple's claims the usual form: it writes `email_verified` as a text at times, and names the person in the field
 * `user` of its answer. Nobody signs that field, so nothing but a name is taken from it.
 */
export function appleClaims(claims: OidcClaims, answer: URL): OidcClaims {
  const { firstName = '', lastName = '' } = nameIn(answer.searchParams.get('user') ?? '')
  return {
    ...claims,
    email_verified: claims.email_verified === true || claims.email_verified === 'true',
    given_name: firstName,
    family_name: lastName,
  }
}

function nameIn(text: string): {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
} {
  try {
    return user.parse(JSON.parse(text)).name
  } catch {
    return {}
  }
}
