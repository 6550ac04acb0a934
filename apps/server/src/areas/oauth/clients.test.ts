import { expect, onTestFinished, test, vi } from 'vitest'
import { type OutgoingDocument, OutgoingFailure } from '#ports/outgoing-http.ts'
import { findOauthClient } from '#store/people/oauth-clients.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { addressOf, givenProgram, OauthProgram, redirectUri } from '#test/oauth-program.ts'
import { forgetOauthClientsJob } from './forget-oauth-clients-job.ts'

const documentAddress = 'https://desk.example/client.json'
const described = { client_id: documentAddress, client_name: 'Desk', redirect_uris: [redirectUri] }

/** Has the other server answer; counts how often it is asked. */
function answering(t: TestApp, answer: Partial<OutgoingDocument> | Error) {
  const fetched = vi.spyOn(t.app.services.outside.outgoing, 'document').mockImplementation(async () => {
    if (answer instanceof Error) throw answer
    const usual = { status: 200, contentType: 'application/json', maxAge: 600 }
    return { ...usual, text: JSON.stringify(described), ...answer }
  })
  onTestFinished(() => fetched.mockRestore())
  return fetched
}

async function documentScene(settings?: Readonly<Record<string, string>>) {
  const t = await testApp(settings)
  const { iris } = await t.given.members('iris')
  const program = new OauthProgram(t)
  program.clientId = documentAddress
  const browser = await new TestBrowser(t).enter(iris)
  const show = () => browser.request('GET', '/oauth/authorize', program.request())
  return { t, iris, program, show }
}

test('a program that a document describes needs no registration; the document is kept for its time', async () => {
  const { t, iris, program, show } = await documentScene()
  const fetched = answering(t, {})
  const stranger = await new TestBrowser(t).request('GET', '/oauth/authorize', program.request())
  expect([stranger.status, fetched.mock.calls]).toEqual([303, []])

  expect((await show()).body).toContain('It is described at <b dir="auto">desk.example</b>.')
  const { json } = await program.exchange(await program.letIn(iris))
  expect(await program.call(json.access_token)).toBe(200)
  expect(fetched.mock.calls).toEqual([[documentAddress]])
  t.clock.advance({ seconds: 600 })
  const renamed = { ...described, client_name: 'Desk 2', redirect_uris: ['https://desk.example/back'] }
  fetched.mockImplementation(async () => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    maxAge: undefined,
    text: JSON.stringify(renamed),
  }))
  // From now on the program comes back elsewhere.
  expect((await show()).body).toContain('not one of its own')
  expect(fetched.mock.calls).toHaveLength(2)
  expect((await program.refresh(json.refresh_token)).status).toBe(200)
})

const wrongDocuments: readonly [string, Partial<OutgoingDocument> | Error, string][] = [
  ['is not there', { status: 404 }, 'has no document'],
  ['lies elsewhere', { status: 302 }, 'has no document'],
  ['is a page', { contentType: 'text/html' }, 'has no document'],
  ['is not JSON', { text: '{' }, 'is not one about a program'],
  ['lacks addresses', { text: JSON.stringify({ client_id: documentAddress }) }, 'is not one about a program'],
  [
    'is about another program',
    { text: JSON.stringify({ ...described, client_id: 'https://other.example/a' }) },
    'its client_id differs',
  ],
  [
    'names an address that runs something',
    { text: JSON.stringify({ ...described, redirect_uris: ['javascript:alert(1)'] }) },
    'does not begin with javascript:',
  ],
  [
    'lies in this network',
    new OutgoingFailure('forbidden', 'The address is in a private network.'),
    'private',
  ],
]

test.each(wrongDocuments)('a program whose document %s is not let in', async (_what, answer, sentence) => {
  const { t, show } = await documentScene()
  answering(t, answer)
  const { status, body } = await show()
  expect([status, body]).toEqual([400, expect.stringContaining(sentence)])
  expect(await findOauthClient(t.app.services.data.db, t.organizationId, documentAddress)).toBeUndefined()
})

test('one person makes the server fetch 20 documents an hour', async () => {
  const { t, program, show } = await documentScene({ TAGMA_RATE_LIMITS: 'oauth_document=20/3600' })
  const fetched = answering(t, { status: 404 })
  for (let count = 0; count < 21; count++) {
    program.clientId = `${documentAddress}?${count}`
    await show()
  }
  expect(fetched.mock.calls).toHaveLength(20)
  expect((await show()).body).toContain('Try again in an hour')
})

const wrongRegistrations: readonly [string, string, string][] = [
  ['is no JSON', '{', 'invalid_client_metadata'],
  ['has no address', '{}', 'invalid_client_metadata'],
  ['has an empty list', '{"redirect_uris":[]}', 'invalid_redirect_uri'],
  ...[
    'javascript:alert(1)',
    'data:text/html,hello',
    'http://desk.example/back',
    'https://desk.example/back#here',
    'https://iris@desk.example/back',
    'https://desk.example/ba ck',
    'https:\\\\desk.example',
    'nonsense',
    `https://desk.example/${'a'.repeat(500)}`,
  ].map(
    (address) =>
      [
        `wants to lead to ${address.slice(0, 40)}`,
        JSON.stringify({ redirect_uris: [address] }),
        'invalid_redirect_uri',
      ] as const,
  ),
].map(([what, body, code]) => [what, body, code])

test.each(wrongRegistrations)('a registration that %s is refused', async (_what, body, code) => {
  const t = await testApp()
  expect(await new OauthProgram(t).post('/oauth/register', body)).toMatchObject({
    status: 400,
    json: { error: code },
  })
})

test('programs on computers and telephones register, without a secret', async () => {
  const t = await testApp()
  const body = {
    redirect_uris: ['http://localhost:1234/cb', 'cursor://anysphere.mcp/callback', 'com.example.app:/cb'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'full',
  }
  const { status, json, headers } = await new OauthProgram(t).post('/oauth/register', JSON.stringify(body))
  expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
  expect(json).toEqual({
    client_id: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
    client_id_issued_at: Math.floor(t.clock.now() / 1000),
    client_name: 'A program without a name',
    redirect_uris: body.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'agent.registered', organization: t.organizationId }),
  )
})

test('a program that nobody has let in is forgotten after 30 days', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const unused = await new OauthProgram(t).register()
  const { program } = await givenProgram(t, iris)
  const known = async ({ clientId }: OauthProgram) =>
    (await findOauthClient(t.app.services.data.db, t.organizationId, clientId)) !== undefined
  t.clock.advance({ days: 29 })
  await forgetOauthClientsJob.run(t.app.services, t.organizationId)
  expect([await known(unused), await known(program)]).toEqual([true, true])
  t.clock.advance({ days: 2 })
  await forgetOauthClientsJob.run(t.app.services, t.organizationId)
  expect([await known(unused), await known(program)]).toEqual([false, true])
})

test('documents say where a program gets its token, and that registrations are off where they are', async () => {
  const t = await testApp({ TAGMA_OAUTH_REGISTRATION: 'off' })
  const read = async (path: string) => {
    const { statusCode, headers, body } = await t.app.http.inject({
      method: 'GET',
      url: path,
      headers: { host: t.host },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json'])
    return JSON.parse(body) as Record<string, unknown>
  }
  const own = addressOf(t)
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    expect(await read(path)).toMatchObject({ resource: `${own}/mcp`, authorization_servers: [own] })
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    const document = await read(path)
    expect(document).toMatchObject({
      issuer: own,
      token_endpoint: `${own}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    })
    expect(document).not.toHaveProperty('registration_endpoint')
  }
  await expect(new OauthProgram(t).register()).rejects.toThrow('takes no registrations')
})

test('where the operator wants no agents, nothing of it is there', async () => {
  const t = await testApp({ TAGMA_MCP: 'off' })
  const { iris } = await t.given.members('iris')
  const browser = await new TestBrowser(t).enter(iris)
  const paths = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server']
  for (const path of paths) expect((await browser.request('GET', path)).status).toBe(404)
  await expect(new OauthProgram(t).register()).rejects.toThrow('TAGMA_MCP is off')
  expect((await browser.request('GET', '/oauth/authorize')).status).toBe(400)
})
