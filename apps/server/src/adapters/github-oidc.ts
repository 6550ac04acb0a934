import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { OutgoingConfig } from '#config/outgoing.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import { type Oidc, OidcFailure, type OidcSecrets } from '#ports/oidc.ts'
import { OutgoingFailure } from '#ports/outgoing-http.ts'
import { callGuarded, type GuardedCall } from './guarded-http.ts'
import { providerOutgoing } from './provider-outgoing.ts'

const tokenAnswer = z.union([z.object({ access_token: z.string().min(1) }), z.object({ error: z.string() })])
const user = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const organizations = z.array(z.object({ login: z.string() }))
const teams = z.array(z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }))
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * GitHub, or GitHub Enterprise Server, whose OAuth is not OpenID Connect: the person is asked for by a call of the API with the
 * token (docs.github.com, "Authorizing OAuth apps"). Its answers do not name their issuer; each service has a redirect address
 * of its own instead. An account is known by its number, because names of accounts change hands.
 */
export function githubOidc(provider: ProviderConfig, outgoing: Pick<OutgoingConfig, 'allows'>): Oidc {
  const { issuer, clientId, name } = provider
  const github: GitHub = { provider, bounds: providerOutgoing(provider, outgoing) }
  return {
    async authorizeUrl({ state, verifier }, redirectUri) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [
          'read:user',
          'user:email',
          ...(asksForGroups(provider) ? ['read:org'] : []),
          ...provider.scopes,
        ].join(' '),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return `${issuer}/login/oauth/authorize?${query}`
    },
    finish: (secrets, answer) => finish(github, secrets, answer),
    logoutUrl: async () => undefined,
    readLogout: async () => {
      throw new OidcFailure('invalid', 'GitHub tells nobody of its sign-outs.')
    },
    async problem(redirectUri) {
      const fields = {
        code: 'a code that does not exist',
        redirect_uri: redirectUri,
        code_verifier: 'v'.repeat(43),
      }
      try {
        const said = await fetchToken(github, fields)
        if (!('error' in said) || said.error === 'bad_verification_code') return undefined
        const variable = `TAGMA_SIGN_IN_${name.toUpperCase()}_CLIENT`
        return said.error === 'redirect_uri_mismatch'
          ? `Register ${redirectUri} as callback address at ${name}.`
          : `${name} does not accept the client (${said.error}): copy ${variable}_ID and ${variable}_SECRET again.`
      } catch (error) {
        if (!(error instanceof OidcFailure)) throw error
        return `${name} gives no tokens: ${error.message}. Check TAGMA_SIGN_IN_${name.toUpperCase()}_ISSUER and the client's id.`
      }
    },
  }
}

interface GitHub {
  readonly provider: ProviderConfig
  readonly bounds: OutgoingConfig
}

async function finish(github: GitHub, { state, verifier }: OidcSecrets, answer: URL): Promise<OidcClaims> {
  const { searchParams } = answer
  const [refusal, code] = [searchParams.get('error'), searchParams.get('code')]
  if (searchParams.get('state') !== state) throw new OidcFailure('invalid', 'The state is another one.')
  if (refusal !== null) throw new OidcFailure('denied', `GitHub refused (${refusal.slice(0, 100)})`)
  if (code === null) throw new OidcFailure('invalid', 'The answer has no code.')
  const said = await fetchToken(github, {
    code,
    redirect_uri: answer.origin + answer.pathname,
    code_verifier: verifier,
  })
  if ('error' in said) throw new OidcFailure('invalid', `GitHub gave no token (${said.error.slice(0, 100)})`)
  const token = said.access_token
  const [person, addresses, groups] = await Promise.all([
    fetchOfApi(github, '/user', { schema: user, token }),
    fetchOfApi(github, '/user/emails', { schema: emails, token }),
    asksForGroups(github.provider) ? fetchGroups(github, token) : undefined,
  ])
  const verified = addresses.filter((address) => address.verified)
  const { email } = verified.find(({ primary }) => primary) ?? verified[0] ?? {}
  return {
    iss: github.provider.issuer,
    sub: String(person.id),
    name: person.name ?? '',
    preferred_username: person.login,
    ...(email === undefined ? {} : { email, email_verified: true }),
    ...(groups && { [github.provider.groupsClaim]: groups }),
  }
}

/** Whether the settings ask for groups: only then people are asked to show their organizations. */
const asksForGroups = ({ requiredGroups, followed }: ProviderConfig): boolean =>
  requiredGroups.length > 0 || followed !== undefined

/**
 * Organizations of a person by their names, such as `acme`, and teams as `acme/designers`. Organizations that have not
 * approved the app are not among them.
 */
async function fetchGroups(github: GitHub, token: string): Promise<string[]> {
  const [own, ofTeams] = await Promise.all([
    fetchPages(github, '/user/orgs', { schema: organizations, token }),
    fetchPages(github, '/user/teams', { schema: teams, token }),
  ])
  return [
    ...own.map(({ login }) => login),
    ...ofTeams.map((team) => `${team.organization.login}/${team.slug}`),
  ]
}

/** Rows on a page of the API, and pages that are read at most. */
const pageRows = 100
const mostPages = 20

async function fetchPages<T>(
  github: GitHub,
  path: string,
  asked: { readonly schema: z.ZodType<T[]>; readonly token: string },
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= mostPages; page++) {
    const rows = await fetchOfApi(github, `${path}?per_page=${pageRows}&page=${page}`, asked)
    all.push(...rows)
    if (rows.length < pageRows) break
  }
  return all
}

/** Asks for a token. GitHub answers 200 to wrong codes and wrong secrets too, and names the error. */
const fetchToken = (
  { provider, bounds }: GitHub,
  fields: Readonly<Record<string, string>>,
): Promise<z.infer<typeof tokenAnswer>> =>
  fetchJson(bounds, tokenAnswer, {
    url: `${provider.issuer}/login/oauth/access_token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(
      new URLSearchParams({
        ...fields,
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
      }),
    ),
  })

const fetchOfApi = <T>(
  { provider: { issuer }, bounds }: GitHub,
  path: string,
  { schema, token }: { readonly schema: z.ZodType<T>; readonly token: string },
): Promise<T> => {
  const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
  return fetchJson(bounds, schema, {
    url: api + path,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    body: undefined,
  })
}

async function fetchJson<T>(bounds: OutgoingConfig, schema: z.ZodType<T>, call: GuardedCall): Promise<T> {
  const headers = { accept: 'application/json', 'user-agent': 'Tagma', ...call.headers }
  try {
    const { status, text } = await callGuarded(bounds, { ...call, headers })
    const read = status === 200 ? schema.safeParse(JSON.parse(text)) : undefined
    if (read?.success) return read.data
    throw new OidcFailure('away', `${new URL(call.url).pathname} answered ${status} in an unknown form`)
  } catch (error) {
    if (error instanceof OutgoingFailure) throw new OidcFailure('away', error.message)
    if (error instanceof SyntaxError) throw new OidcFailure('away', 'The answer is no JSON')
    throw error
  }
}
