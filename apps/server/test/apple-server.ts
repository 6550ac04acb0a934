import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose'

/** A person of the stand-in. */
interface ApplePerson {
  readonly sub: string
  readonly email: string
  readonly emailVerified: boolean | string
  /** As the first answer brings it; later ones have none. */
  readonly name?: { readonly firstName: string; readonly lastName: string }
}

/** A stand-in for Sign in with Apple, as its documentation describes it; no real counterpart runs offline. */
export interface AppleServer {
  readonly issuer: string
  readonly settings: Readonly<Record<string, string>>
  /** Lets a person agree. Returns the fields of the form that the browser posts back. */
  agree(authorizeUrl: string, person: ApplePerson): Readonly<Record<string, string>>
  close(): Promise<void>
}

const clientId = 'com.example.chat'
const teamId = 'TEAM000001'
const keyId = 'KEY0000001'

interface Grant {
  readonly person: ApplePerson
  readonly nonce: string
  readonly redirectUri: string
}

export async function appleServer(): Promise<AppleServer> {
  const grants = new Map<string, Grant>()
  const client = await generateKeyPair('ES256', { extractable: true })
  const own = await generateKeyPair('RS256', { extractable: true })
  const folder = mkdtempSync(join(tmpdir(), 'tagma-apple-'))
  const keyFile = join(folder, `AuthKey_${keyId}.p8`)
  writeFileSync(keyFile, await exportPKCS8(client.privateKey))
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      reply(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth/authorize`,
        token_endpoint: `${issuer}/auth/token`,
        jwks_uri: `${issuer}/auth/keys`,
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    else if (request.url === '/auth/keys')
      reply(200, { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] })
    else if (request.url === '/auth/token')
      reply(...(await exchange(new URLSearchParams(await text(request)))))
    else reply(404, {})
  }

  async function exchange(form: URLSearchParams): Promise<[status: number, body: unknown]> {
    try {
      const { payload, protectedHeader } = await jwtVerify(
        form.get('client_secret') ?? '',
        client.publicKey,
        {
          issuer: teamId,
          subject: clientId,
          audience: issuer,
          requiredClaims: ['iat', 'exp'],
        },
      )
      const { iat = 0, exp = 0 } = payload
      if (protectedHeader.kid !== keyId || exp - iat > 15_777_000 || form.get('client_id') !== clientId)
        return [400, { error: 'invalid_client' }]
    } catch {
      return [400, { error: 'invalid_client' }]
    }
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    if (!grant || grant.redirectUri !== form.get('redirect_uri')) return [400, { error: 'invalid_grant' }]
    grants.delete(code)
    const { person, nonce } = grant
    const { sub, email, emailVerified: email_verified } = person
    const id_token = await new SignJWT({ sub, email, email_verified, nonce, nonce_supported: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(own.privateKey)
    return [200, { access_token: `access of ${sub}`, token_type: 'Bearer', expires_in: 3600, id_token }]
  }

  return {
    issuer,
    settings: {
      TAGMA_SIGN_IN_ORCHARD_KIND: 'apple',
      TAGMA_SIGN_IN_ORCHARD_ISSUER: issuer,
      TAGMA_SIGN_IN_ORCHARD_CLIENT_ID: clientId,
      TAGMA_SIGN_IN_ORCHARD_TEAM_ID: teamId,
      TAGMA_SIGN_IN_ORCHARD_KEY_ID: keyId,
      TAGMA_SIGN_IN_ORCHARD_KEY_FILE: keyFile,
    },
    agree(authorizeUrl, person) {
      const asked = new URL(authorizeUrl).searchParams
      const mode = asked.get('response_mode')
      if (asked.get('scope') !== 'openid email name' || mode !== 'form_post')
        throw new Error('Apple answers with a name and an address only by a form.')
      const code = `code of ${person.sub}`
      grants.set(code, {
        person,
        nonce: asked.get('nonce') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      })
      const { name, email } = person
      return {
        code,
        state: asked.get('state') ?? '',
        ...(name ? { user: JSON.stringify({ name, email }) } : {}),
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}
