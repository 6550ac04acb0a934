import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

/** A person at the provider. */
interface Person {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** Replaces an ID token, or the claims about a person, on their way to a client. */
export interface Alteration {
  readonly idToken?: (token: string) => Promise<string>
  readonly userinfo?: (claims: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** Cookies of a browser at the provider. */
type Cookies = Map<string, string>

/** A certified OpenID provider on a port of the loopback. */
export interface OidcServer {
  readonly issuer: string
  close(): Promise<void>
  /** Environment variables that make the server under test use it under a name, such as CORP. */
  settings(name: string, more?: Readonly<Record<string, string>>): Record<string, string>
  /** Makes or changes a person. */
  person(person: Person): void
  /** Follows an authorization address as a browser does in which the person signs in. Returns the address that it leads back to. */
  signIn(authorizeUrl: string, sub: string, cookies?: Cookies): Promise<URL>
  /**
   * Signs the person of a browser out at the provider, which then tells its clients. `url` is where a client has led them.
   * Returns the address that it leads back to, or null.
   */
  signOut(cookies: Cookies, url?: string): Promise<string | null>
  /** Changes what it answers to clients from now on; without a change it answers as it is. */
  alter(change?: Alteration): void
  /** Sets its clock ahead by seconds, as far as its answers name the time. */
  setClock(seconds: number): void
  /** The logout tokens that it has sent. */
  readonly logoutTokens: readonly string[]
  /** The key that signs its tokens. */
  readonly privateKey: CryptoKey
}

export const oidcClientSecret = 'a secret that nobody knows beside us & 100 %'

/** Starts a provider. Its client may come back to every organization of the server under test. */
export async function oidcServer(): Promise<OidcServer> {
  const logoutTokens: string[] = []
  const people = new Map<string, Person>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: 'tagma',
        client_secret: oidcClientSecret,
        redirect_uris: [`${issuer}/elsewhere`],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${issuer}/elsewhere`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'hd'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    fetch: async (url, options) => {
      const form = new URLSearchParams(await new Request(url, options).text())
      logoutTokens.push(form.get('logout_token') ?? '')
      return new Response(null, { status: 200 })
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ ...(people.get(sub) ?? { sub }) }),
    }),
  })
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/(?:org\d+\.)?localhost(?::\d+)?\/complete\/\w+\/$/.test(uri)
  provider.Client.prototype.postLogoutRedirectUriAllowed = (uri: string) =>
    /^http:\/\/org\d+\.localhost\/login\/$/.test(uri)
  let alteration: Alteration = {}
  provider.use(async (context, next) => {
    await next()
    const body = context.body as Record<string, unknown>
    if (context.oidc?.route === 'token' && alteration.idToken && typeof body.id_token === 'string')
      context.body = { ...body, id_token: await alteration.idToken(body.id_token) }
    if (context.oidc?.route === 'userinfo' && alteration.userinfo) context.body = alteration.userinfo(body)
  })
  // Complaints about the runtime, and about itself on the loopback.
  provider.on('server_error', (_, error) => process.stderr.write(`${String(error)}\n`))
  const answer = provider.callback()
  let ahead = 0
  server.on('request', (request, response) => {
    if (ahead !== 0) response.setHeader('date', new Date(Date.now() + ahead * 1000).toUTCString())
    void answer(request, response)
  })
  return {
    issuer,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    settings: (name, more = {}) => ({
      [`TAGMA_SIGN_IN_${name}_KIND`]: 'oidc',
      [`TAGMA_SIGN_IN_${name}_ISSUER`]: issuer,
      [`TAGMA_SIGN_IN_${name}_CLIENT_ID`]: 'tagma',
      [`TAGMA_SIGN_IN_${name}_CLIENT_SECRET`]: oidcClientSecret,
      ...Object.fromEntries(
        Object.entries(more).map(([part, value]) => [`TAGMA_SIGN_IN_${name}_${part}`, value]),
      ),
    }),
    alter: (change = {}) => void (alteration = change),
    setClock: (seconds) => void (ahead = seconds),
    privateKey,
    logoutTokens,
    person: (person) => void people.set(person.sub, person),
    signIn: (authorizeUrl, sub, cookies = new Map()) => follow(authorizeUrl, issuer, { sub, cookies }),
    signOut: (cookies, url) => signOut(issuer, cookies, url),
  }
}

async function visit(url: string, cookies: Cookies, form?: URLSearchParams): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form ? { method: 'POST', body: form } : {}),
  })
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    cookies.set(name, value)
  }
  return response
}

async function signOut(
  issuer: string,
  cookies: Cookies,
  url = `${issuer}/session/end`,
): Promise<string | null> {
  const page = await (await visit(url, cookies)).text()
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
  const form = new URLSearchParams({ xsrf, logout: 'yes' })
  return (await visit(`${issuer}/session/end/confirm`, cookies, form)).headers.get('location')
}

/** Walks through the provider's own pages: its form asks who signs in, its second one for the person's consent. */
async function follow(
  authorizeUrl: string,
  issuer: string,
  { sub, cookies }: { readonly sub: string; readonly cookies: Cookies },
): Promise<URL> {
  let url = authorizeUrl
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const response = await visit(url, cookies, form)
    form = undefined
    const location = response.headers.get('location')
    if (location !== null) {
      const next = new URL(location, url)
      if (next.origin !== issuer) return next
      url = next.href
      continue
    }
    const page = await response.text()
    if (response.status !== 200) throw new Error(`The provider answered ${response.status}: ${page}`)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined) throw new Error(`The provider has an unknown page: ${page}`)
    form = new URLSearchParams(prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt })
    url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url).href
  }
  throw new Error('The provider leads nowhere.')
}
