import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Scope } from '@tagma/contract/scopes.ts'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import { insertAccessToken } from '#store/people/access-tokens.ts'
import type { TestApp } from './app.ts'

/** Makes an access token for an account; `expiresAt` in UNIX seconds, `writeTo` ids of channels. */
export async function givenToken(
  t: TestApp,
  { id }: { readonly id: number },
  scopes: readonly Scope[],
  more: { readonly expiresAt?: number; readonly writeTo?: readonly number[] } = {},
): Promise<string> {
  const { data, time } = t.app.services
  const token = accessTokenOf(time.random.token(drawnLength))
  await data.transact(t.organizationId, (tx) =>
    insertAccessToken(tx, token, { userId: id, name: 'agent', scopes, expiresAt: null, ...more }),
  )
  return token
}

/** A fetch that asks the server under test without a socket. */
export const fetchOf =
  (t: TestApp): typeof fetch =>
  async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    const answer = await t.app.http.inject({
      method: request.method,
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(request.headers), host: t.host },
      ...(payload.length > 0 ? { payload } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value))
    const isEmpty = [202, 204].includes(answer.statusCode)
    return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers })
  }

/** The official client in one of its modes. */
export async function connectMcp(
  t: TestApp,
  token: string,
  mode: 'legacy' | 'auto' | { readonly pin: string } = 'auto',
  /** Answers the questions to the agent's person; without it, the client cannot ask. */
  agrees?: (question: string) => boolean,
): Promise<Client> {
  const client = new Client(
    { name: 'desk', version: '1.0' },
    { versionNegotiation: { mode }, capabilities: agrees ? { elicitation: { form: {} } } : {} },
  )
  if (agrees)
    client.setRequestHandler('elicitation/create', async ({ params }) =>
      agrees(params.message) ? { action: 'accept', content: { go_ahead: true } } : { action: 'decline' },
    )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://${t.host}/mcp`), {
      fetch: fetchOf(t),
      requestInit: { headers: { authorization: `Bearer ${token}`, 'user-agent': 'desk/1.0' } },
    }),
  )
  return client
}
