import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { endAccessToken } from '@tagma/contract/endpoints/sign-in/end-access-token.ts'
import { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { tools } from '#areas/mcp/tools.ts'
import { must } from '#model/must.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import type { TestUser } from '#test/given.ts'
import { fetchOf } from '#test/mcp-client.ts'
import { addressOf, redirectUri } from '#test/oauth-program.ts'
import { agentScopes } from './scope-rules.ts'

/** A program built with the official client: it keeps what it gets, and shows the person an address. */
class Desk implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = { client_name: 'Desk', redirect_uris: [redirectUri] }
  information: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  shown: URL | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  state = () => 'state of the desk'
  clientInformation = () => this.information
  tokens = () => this.kept
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovered
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information
  }
  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state
  }
  invalidateCredentials(scope: string): void {
    if (scope === 'tokens' || scope === 'all') this.kept = undefined
  }
  redirectToAuthorization(address: URL): void {
    this.shown = address
  }
}

const transportOf = (t: TestApp, desk: Desk) =>
  new StreamableHTTPClientTransport(new URL(`${addressOf(t)}/mcp`), { fetch: fetchOf(t), authProvider: desk })

const newClient = () => new Client({ name: 'desk', version: '1.0' }, { versionNegotiation: { mode: 'auto' } })

/** Opens the address that the program shows, ticks boxes and agrees. Returns the parameters of the way back. */
async function agree(
  t: TestApp,
  person: TestUser,
  desk: Desk,
  ...ticked: string[]
): Promise<URLSearchParams> {
  const { pathname, search } = must(desk.shown, 'the program shows an address')
  const browser = new TestBrowser(t)
  const asked = await browser.request('GET', pathname + search)
  const login = String(asked.headers.location)
  expect([asked.status, login.split('?')[0]]).toEqual([303, '/login/'])
  const entered = await browser.request('POST', '/login/', {
    username: person.email,
    password: `password of ${person.name}`,
    next: new URLSearchParams(login.split('?')[1]).get('next') ?? '',
  })
  const { status, body } = await browser.request('GET', String(entered.headers.location))
  expect([status, body]).toEqual([200, expect.stringContaining('Let <span dir="auto">Desk</span> in?')])
  const fields = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const,
  )
  const agreed = await browser.request('POST', '/oauth/authorize', {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(ticked.map((scope) => [scope, 'on'])),
    decision: 'allow',
  })
  const back = new URL(String(agreed.headers.location))
  expect([agreed.status, back.origin + back.pathname]).toEqual([303, redirectUri])
  return back.searchParams
}

test('the official client finds its way from a 401 to a call, asks for more, and refreshes', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const desk = new Desk()
  const first = transportOf(t, desk)
  await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError)
  expect(desk.information).toMatchObject({ client_name: 'Desk', token_endpoint_auth_method: 'none' })
  expect(Object.fromEntries(must(desk.shown, 'shown').searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    resource: `${addressOf(t)}/mcp`,
    scope: agentScopes.join(' '),
  })

  const back = await agree(t, iris, desk)
  expect([back.get('state'), back.get('iss')]).toEqual(['state of the desk', addressOf(t)])
  await first.finishAuth(back)
  expect(desk.kept).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'messages:read channels:read people:read files:read',
  })
  const reading = newClient()
  await reading.connect(transportOf(t, desk))
  expect((await reading.callTool({ name: 'whoami', arguments: {} })).structuredContent).toMatchObject({
    id: iris.id,
  })
  expect((await reading.listTools()).tools.map(({ name }) => name)).not.toContain('send_message')

  // The token reads. A tool that writes makes the client ask for what it has, and writing.
  const more = transportOf(t, desk)
  const asking = newClient()
  await asking.connect(more)
  const to = { people: ['iris'] }
  const send = { name: 'send_message', arguments: { to, content: 'Hello' } }
  await expect(asking.callTool(send)).rejects.toThrow(UnauthorizedError)
  expect(must(desk.shown, 'shown').searchParams.get('scope')?.split(' ')).toEqual(
    expect.arrayContaining(['messages:read', 'files:read', 'messages:write']),
  )
  await more.finishAuth(await agree(t, iris, desk, 'messages:write'))
  const writing = newClient()
  await writing.connect(transportOf(t, desk))
  expect((await writing.callTool(send)).isError).not.toBe(true)

  const before = must(desk.kept, 'kept')
  t.clock.advance({ seconds: 3600 })
  expect((await writing.callTool({ name: 'whoami', arguments: {} })).isError).not.toBe(true)
  expect(desk.kept?.access_token).not.toBe(before.access_token)
  expect(desk.kept?.refresh_token).not.toBe(before.refresh_token)
  await Promise.all([reading.close(), asking.close(), writing.close()])
})

test('a program stands in the list of access tokens by its name, and is ended there', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const desk = new Desk()
  const transport = transportOf(t, desk)
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError)
  await transport.finishAuth(await agree(t, iris, desk, 'messages:write'))
  const { access_tokens } = await t.as(iris).call(getAccessTokens, {})
  expect(access_tokens).toEqual([
    expect.objectContaining({
      kind: 'program',
      name: 'Desk',
      scopes: ['messages:read', 'channels:read', 'people:read', 'files:read', 'messages:write'],
      hint: desk.kept?.access_token.slice(-4),
      expires_at: Math.floor(t.clock.now() / 1000) + 30 * 86_400,
    }),
  ])
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.at(-1)).toMatchObject({ to: iris.email, text: expect.stringContaining('“Desk”') })
  await t.as(iris).call(endAccessToken, { access_token_id: access_tokens[0]?.id ?? 0 })
  await expect(newClient().connect(transportOf(t, desk))).rejects.toThrow(UnauthorizedError)
})

test('what tools need can be asked for, and nothing else', () => {
  const needed = new Set(tools.flatMap(({ calls }) => calls.map(({ scope }) => scope)))
  needed.delete('any')
  expect(agentScopes.toSorted()).toEqual([...needed].toSorted())
})
