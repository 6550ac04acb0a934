import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A person of the stand-in. */
interface GitHubPerson {
  readonly id: number
  readonly login: string
  readonly name: string | null
  /** Names of organizations, and of teams as `organization/team`. */
  readonly organizations?: readonly string[]
  readonly teams?: readonly string[]
  readonly emails: readonly {
    readonly email: string
    readonly primary: boolean
    readonly verified: boolean
  }[]
}

/** A stand-in for GitHub Enterprise Server, as its documentation describes it; no real counterpart runs offline. */
export interface GitHubServer {
  readonly issuer: string
  readonly settings: Readonly<Record<string, string>>
  /** Lets a person agree. Returns the address that the browser is led back to. */
  agree(authorizeUrl: string, person: GitHubPerson): URL
  close(): Promise<void>
}

interface Grant {
  readonly person: GitHubPerson
  readonly challenge: string | null
  readonly redirectUri: string
  readonly scope: readonly string[]
}

/** Organizations and teams of a person, by the path at which they are listed. */
const rowsOf = ({ organizations = [], teams = [] }: GitHubPerson): ReadonlyMap<string, readonly object[]> =>
  new Map<string, readonly object[]>([
    ['/api/v3/user/orgs', organizations.map((login) => ({ login, id: 1 }))],
    [
      '/api/v3/user/teams',
      teams.map((team) => {
        const [login, slug] = team.split('/')
        return { slug, name: `Team ${slug}`, organization: { login } }
      }),
    ],
  ])

const clientSecret = 'secret of the app'

export async function githubServer(): Promise<GitHubServer> {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, GitHubPerson & { readonly isSeen: boolean }>()
  let count = 0
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/login/oauth/access_token') {
      reply(200, exchange(new URLSearchParams(await text(request))))
      return
    }
    const person = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    if (!person || request.headers['user-agent'] === undefined) reply(401, { message: 'Bad credentials' })
    else if (request.url === '/api/v3/user')
      reply(200, { ...person, emails: undefined, email: 'public@example.com' })
    else if (request.url === '/api/v3/user/emails') reply(200, person.emails)
    else {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://host.invalid')
      const rows = rowsOf(person).get(pathname)
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))]
      if (!rows) reply(404, { message: 'Not Found' })
      else if (!person.isSeen) reply(403, { message: 'The scope read:org is missing' })
      else reply(200, rows.slice((page - 1) * size, page * size))
    }
  }

  function exchange(form: URLSearchParams): Readonly<Record<string, string>> {
    if (form.get('client_secret') !== clientSecret) return { error: 'incorrect_client_credentials' }
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge) return { error: 'bad_verification_code' }
    if (grant.redirectUri !== form.get('redirect_uri')) return { error: 'redirect_uri_mismatch' }
    codes.delete(code)
    const token = `gho_${++count}`
    tokens.set(token, { ...grant.person, isSeen: grant.scope.includes('read:org') })
    return { access_token: token, token_type: 'bearer', scope: grant.scope.join(',') }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    settings: {
      TAGMA_SIGN_IN_HUB_KIND: 'github',
      TAGMA_SIGN_IN_HUB_ISSUER: issuer,
      TAGMA_SIGN_IN_HUB_CLIENT_ID: 'app',
      TAGMA_SIGN_IN_HUB_CLIENT_SECRET: clientSecret,
    },
    agree(authorizeUrl, person) {
      const { searchParams } = new URL(authorizeUrl)
      const redirectUri = searchParams.get('redirect_uri') ?? ''
      const code = `code${++count}`
      const scope = (searchParams.get('scope') ?? '').split(' ')
      codes.set(code, { person, challenge: searchParams.get('code_challenge'), redirectUri, scope })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return back
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
