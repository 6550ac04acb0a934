import { createHash } from 'node:crypto'
import { organizationUrl } from '#directory/organization-url.ts'
import { must } from '#model/must.ts'
import type { TestApp } from './app.ts'
import { TestBrowser } from './browser.ts'
import type { TestUser } from './given.ts'

type Fields = Readonly<Record<string, string>>

export const redirectUri = 'http://127.0.0.1:33418/callback'
const verifier = 'a-verifier-that-has-at-least-forty-three-letters'

export const addressOf = (t: TestApp): string =>
  organizationUrl(t.app.services.config, t.directory.organization)

/** A program that asks people to let it in, request by request. */
export class OauthProgram {
  clientId = ''
  readonly #test: TestApp

  constructor(test: TestApp) {
    this.#test = test
  }

  /** Posts a form, or JSON. */
  async post(path: string, body: Fields | string, headers: Fields = {}) {
    const isForm = typeof body !== 'string'
    const answer = await this.#test.app.http.inject({
      method: 'POST',
      url: path,
      headers: {
        host: this.#test.host,
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...headers,
      },
      payload: isForm ? String(new URLSearchParams(body)) : body,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      json: answer.json<Record<string, unknown>>(),
    }
  }

  /** Registers the program with the server. */
  async register(more: object = {}): Promise<this> {
    const said = { client_name: 'Desk', redirect_uris: [redirectUri], ...more }
    const { status, json } = await this.post('/oauth/register', JSON.stringify(said))
    if (status !== 201) throw new Error(`The registration was refused: ${JSON.stringify(json)}`)
    this.clientId = String(json.client_id)
    return this
  }

  /** The request that the program has a person's browser make. */
  request(more: Fields = {}): Fields {
    return {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: redirectUri,
      scope: 'messages:read messages:write',
      state: 'state of the program',
      resource: `${addressOf(this.#test)}/mcp`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }
  }

  /** Has a person let the program in, in a browser of their own; returns the code. */
  async letIn(person: TestUser, more: Fields = {}): Promise<string> {
    const browser = await new TestBrowser(this.#test).enter(person)
    const answer = await browser.request('POST', '/oauth/authorize', {
      ...this.request(more),
      user: person.id,
      decision: 'allow',
      ...more,
    })
    const code = URL.parse(String(answer.headers.location))?.searchParams.get('code')
    return must(code ?? undefined, `no code: ${answer.status} ${answer.body}`)
  }

  exchange(code: string, more: Fields = {}) {
    return this.post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
      ...more,
    })
  }

  refresh(refreshToken: unknown, more: Fields = {}) {
    return this.post('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: this.clientId,
      refresh_token: String(refreshToken),
      ...more,
    })
  }

  /** Status of a call of /mcp with a token. */
  async call(token: unknown): Promise<number> {
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    return (await this.post('/mcp', call, { authorization: `Bearer ${String(token)}` })).status
  }
}

/** A program that a person has let in, with its tokens. */
export async function givenProgram(t: TestApp, person: TestUser, more: Fields = {}) {
  const program = await new OauthProgram(t).register()
  const { json } = await program.exchange(await program.letIn(person, more))
  return { program, tokens: json }
}
