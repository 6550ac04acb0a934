import type * as client from 'openid-client'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import type { OutgoingConfig } from '#config/outgoing.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import { systemClock } from '#ports/clock.ts'
import { type Oidc, OidcFailure, type OidcLogout, type OidcSecrets } from '#ports/oidc.ts'
import { OutgoingFailure } from '#ports/outgoing-http.ts'
import { appleClaims, appleSecret } from './apple-sign-in.ts'
import { callGuarded } from './guarded-http.ts'
import { providerOutgoing } from './provider-outgoing.ts'

/** In seconds: for one call, for the clocks of both sides, and until the discovery document is read again. */
const timeoutSeconds = 10
const clockSeconds = 60
const documentSeconds = 3600
/** Seconds between the clocks from which on the doctor complains. */
const mostClockSeconds = 30

type Library = typeof client

/**
 * A provider by the library openid-client. The library is loaded, and the provider's documents are read, at the first
 * sign-in: a provider that is away keeps no server from starting.
 */
export function openidClientOidc(
  provider: ProviderConfig,
  outgoing: Pick<OutgoingConfig, 'allows'>,
  elapsed: () => number,
): Oidc {
  const call = guardedFetch(provider, outgoing)
  let known: { readonly loaded: Promise<Loaded>; readonly since: number } | undefined

  /** Reads the documents once for all who ask meanwhile, and again after an hour or a failure. */
  function load(): Promise<Loaded> {
    if (known && elapsed() < known.since + documentSeconds * 1000) return known.loaded
    const asked = { loaded: discover(provider, call), since: elapsed() }
    known = asked
    asked.loaded.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.loaded
  }

  return {
    authorizeUrl: (secrets, redirectUri) =>
      told(async () => authorizeUrl(await load(), provider, { secrets, redirectUri })),
    finish: (secrets, answer) => told(async () => finish(await load(), provider, { secrets, answer })),
    logoutUrl: (backTo) => told(async () => logoutUrl(await load(), backTo)),
    readLogout: (token) => told(async () => readLogout(await load(), call, token)),
    problem: (redirectUri) => problemOf(provider, { load, call, redirectUri }),
  }
}

/** The library, and a provider's documents. */
interface Loaded {
  readonly library: Library
  readonly configuration: Configuration
}

async function discover(provider: ProviderConfig, call: CustomFetch): Promise<Loaded> {
  const library = await import('openid-client')
  const configuration = await library.discovery(
    new URL(provider.issuer),
    provider.clientId,
    { [library.clockTolerance]: clockSeconds },
    provider.apple ? appleSecret(provider.apple, provider) : secretFor(library, provider.clientSecret),
    {
      [library.customFetch]: call,
      timeout: timeoutSeconds,
      execute: [
        library.enableNonRepudiationChecks,
        // oxlint-disable-next-line typescript/no-deprecated -- The settings take http:// for this machine only.
        ...(provider.issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
      ],
    },
  )
  return { library, configuration }
}

async function authorizeUrl(
  { library, configuration }: Loaded,
  { kind, domains, scopes, acr }: ProviderConfig,
  { secrets, redirectUri }: { readonly secrets: OidcSecrets; readonly redirectUri: string },
): Promise<string> {
  const [domain, ...others] = domains
  const isHosted = kind === 'google' && domain !== undefined && others.length === 0
  const hosted: Record<string, string> = isHosted ? { hd: domain } : {}
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: ['openid', 'email', kind === 'apple' ? 'name' : 'profile', ...scopes].join(' '),
    state: secrets.state,
    nonce: secrets.nonce,
    // Apple knows no PKCE. Its answer is tied to the browser by state and nonce.
    ...(kind === 'apple'
      ? { response_mode: 'form_post' }
      : {
          code_challenge: await library.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        }),
    ...hosted,
    ...(acr.length === 0 ? {} : { acr_values: acr.join(' ') }),
  })
  return url.href
}

async function finish(
  { library, configuration }: Loaded,
  { kind }: ProviderConfig,
  { secrets, answer }: { readonly secrets: OidcSecrets; readonly answer: URL },
): Promise<OidcClaims> {
  const { state, nonce, verifier } = secrets
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    ...(kind === 'apple' ? {} : { pkceCodeVerifier: verifier }),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new OidcFailure('invalid', 'The answer had no ID token.')
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = hasMore ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return kind === 'apple' ? appleClaims(claims, answer) : { ...more, ...claims }
}

/** No ID token is kept that could be sent along, so the provider asks the person. */
function logoutUrl({ library, configuration }: Loaded, backTo: string): string | undefined {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  return library.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Seconds for which a logout token is taken. */
const logoutSeconds = 300

/** Algorithms that need the provider's private key. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

async function readLogout({ configuration }: Loaded, call: CustomFetch, token: string): Promise<OidcLogout> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
  const { issuer, jwks_uri: keys } = configuration.serverMetadata()
  if (keys === undefined) throw new OidcFailure('invalid', 'The provider names no keys.')
  const fetchKeys = async (url: string, { headers }: { readonly headers: Headers }) =>
    call(url, { method: 'GET', headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' })
  const { payload, protectedHeader } = await jwtVerify(
    token,
    createRemoteJWKSet(new URL(keys), { [customFetch]: fetchKeys }),
    {
      issuer,
      audience: configuration.clientMetadata().client_id,
      algorithms,
      clockTolerance: clockSeconds,
      maxTokenAge: logoutSeconds,
      requiredClaims: ['iat', 'jti'],
    },
  )
  const { typ = 'logout+jwt' } = protectedHeader
  const { jti, sub, sid, events } = payload
  const isLogout =
    /^(?:application\/)?logout\+jwt$/i.test(typ) &&
    typeof events === 'object' &&
    events !== null &&
    logoutEvent in events &&
    !('nonce' in payload)
  const session = typeof sid === 'string' && sid !== '' ? sid : undefined
  if (!isLogout || jti === undefined || (sub === undefined && session === undefined))
    throw new OidcFailure('invalid', 'The token is no logout token.')
  return { id: jti, issuer, subject: sub, session }
}

async function problemOf(
  provider: ProviderConfig,
  asked: {
    readonly load: () => Promise<Loaded>
    readonly call: CustomFetch
    readonly redirectUri: string
  },
): Promise<string | undefined> {
  const { load, call, redirectUri } = asked
  const { name, issuer } = provider
  const variable = (part: string) => `TAGMA_SIGN_IN_${name.toUpperCase()}_${part}`
  let loaded: Loaded
  try {
    loaded = await load()
  } catch (error) {
    return `${name} has no document at ${issuer}: ${failureOf(error).message}. ${variable('ISSUER')} has to be the issuer, letter by letter.`
  }
  try {
    await loaded.library.genericGrantRequest(loaded.configuration, 'authorization_code', {
      code: 'a code that does not exist',
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
    })
    return undefined
  } catch (error) {
    const said = codeOf(error)
    if (said === 'invalid_grant') return redirectProblem(provider, { loaded, call, redirectUri })
    if (provider.apple && (said === 'invalid_client' || said === 'unauthorized_client'))
      return `${name} does not accept the client: ${variable('CLIENT_ID')} is the Services ID, and ${variable('TEAM_ID')}, ${variable('KEY_ID')} and ${variable('KEY_FILE')} belong to one key that is switched on for it.`
    return said === 'invalid_client' || said === 'unauthorized_client'
      ? `${name} does not accept the client: copy ${variable('CLIENT_ID')} and ${variable('CLIENT_SECRET')} again. Entra shows the id of a secret beside its value; the value is needed.`
      : `${name} gives no tokens: ${failureOf(error).message}.`
  }
}

/** Asks for a sign-in as a browser would: a service refuses at once an address that it does not know. */
async function redirectProblem(
  provider: ProviderConfig,
  {
    loaded,
    call,
    redirectUri,
  }: { readonly loaded: Loaded; readonly call: CustomFetch; readonly redirectUri: string },
): Promise<string | undefined> {
  const secrets = { state: 'doctor', nonce: 'doctor', verifier: 'v'.repeat(43) }
  const url = await authorizeUrl(loaded, provider, { secrets, redirectUri })
  const asked = systemClock.now()
  const answer = await call(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
  if (answer.status === 400 && /redirect/i.test(await answer.text()))
    return `Register ${redirectUri} as redirect address at ${provider.name}.`
  return clockProblem(provider.name, answer.headers.get('date'), asked)
}

/** Compares the clock with the one of the service, to the second. */
function clockProblem(name: string, date: string | null, now: number): string | undefined {
  const behind = Math.round((Date.parse(date ?? '') - now) / 1000)
  if (!(Math.abs(behind) > mostClockSeconds)) return undefined
  return `The clock is ${Math.abs(behind)} s ${behind > 0 ? 'behind' : 'ahead of'} the one of ${name}: switch on time synchronization.`
}

/** Sends the secret in the form if the provider takes it there, and otherwise in the header. */
function secretFor(library: Library, secret: string): ClientAuth {
  const inForm = library.ClientSecretPost(secret)
  const inHeader = library.ClientSecretBasic(secret)
  return (server, client, body, headers) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (takesForm ? inForm : inHeader)(server, client, body, headers)
  }
}

/** Calls the provider, within its bounds. */
function guardedFetch(provider: ProviderConfig, outgoing: Pick<OutgoingConfig, 'allows'>): CustomFetch {
  const config = providerOutgoing(provider, outgoing)
  return async (url, { method, headers, body }) => {
    const answer = await callGuarded(config, {
      url,
      method,
      headers,
      // The library sends forms alone.
      body: body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined,
    })
    const type = answer.headers['content-type']
    const hasBody = ![204, 304].includes(answer.status)
    return new Response(hasBody ? answer.text : null, {
      status: answer.status,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(answer.headers.date === undefined ? {} : { date: answer.headers.date }),
      },
    })
  }
}

async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw failureOf(error)
  }
}

/** The code of OAuth that the provider answered. Some refuse a client by 401 and a header alone. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'WWWAuthenticateChallengeError') return 'invalid_client'
  const { error: code } = error as { error?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** Names what went wrong. Errors of the library carry answers with secrets, so only their names and codes are kept. */
function failureOf(error: unknown): OidcFailure {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  const own = causes.find((cause) => cause instanceof OidcFailure)
  if (own) return own
  const outgoing = causes.find((cause) => cause instanceof OutgoingFailure)
  if (outgoing) return new OidcFailure('away', outgoing.message)
  if (!(error instanceof Error)) return new OidcFailure('away', 'The provider failed.')
  const code = codeOf(error)
  const text = code === undefined ? error.message : `${error.message} (${code.slice(0, 100)})`
  if (error.name === 'AuthorizationResponseError') return new OidcFailure('denied', text)
  const isAway = /timed out|fetch failed|unexpected HTTP response|not.*application\/json/i.test(error.message)
  return new OidcFailure(isAway ? 'away' : 'invalid', text)
}
