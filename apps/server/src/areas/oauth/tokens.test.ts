import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { endOldTokensJob } from '#areas/sign-in/end-old-tokens-job.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { givenToken } from '#test/mcp-client.ts'
import { addressOf, givenProgram, OauthProgram } from '#test/oauth-program.ts'

async function scene(settings?: Readonly<Record<string, string>>) {
  const t = await testApp(settings)
  const { iris, leo } = await t.given.members('iris', 'leo')
  return { t, iris, leo }
}

const refused = (code: string) => ({ status: 400, json: expect.objectContaining({ error: code }) })

test('a code counts once: the second time it ends what it gave', async () => {
  const { t, iris } = await scene()
  const program = await new OauthProgram(t).register()
  const code = await program.letIn(iris)
  const { json, headers } = await program.exchange(code)
  expect(headers['cache-control']).toBe('no-store')
  expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'messages:read' })
  expect(await program.call(json.access_token)).toBe(200)

  expect(await program.exchange(code)).toMatchObject(refused('invalid_grant'))
  expect(await program.call(json.access_token)).toBe(401)
  expect(await program.refresh(json.refresh_token)).toMatchObject(refused('invalid_grant'))
  expect(t.securityLines).toContainEqual(expect.objectContaining({ event: 'token.reused', actor: iris.id }))
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 100 })
  expect(
    rows
      .filter(({ action }) => action.startsWith('token.'))
      .map(({ action, actor_kind, actor_id }) => [action, actor_kind, actor_id]),
  ).toEqual([
    ['token.created', 'user', iris.id],
    ['token.reused', 'server', null],
    ['token.ended', 'server', null],
  ])
})

test.each([
  ['another secret', { code_verifier: 'another-verifier-of-at-least-forty-three-letters' }],
  ['another program', { client_id: 'somebody else' }],
  ['another address', { redirect_uri: 'http://127.0.0.1:33418/other' }],
])('a code with %s is refused, and ends', async (_what, wrong) => {
  const { t, iris } = await scene()
  const program = await new OauthProgram(t).register()
  const code = await program.letIn(iris)
  expect(await program.exchange(code, wrong)).toMatchObject(refused('invalid_grant'))
  expect(await program.exchange(code)).toMatchObject(refused('invalid_grant'))
})

test('a code ends after a minute', async () => {
  const { t, iris } = await scene()
  const program = await new OauthProgram(t).register()
  const code = await program.letIn(iris)
  t.clock.advance({ seconds: 60 })
  expect(await program.exchange(code)).toMatchObject(refused('invalid_grant'))
})

test('a refresh token is replaced by each use, and an old one ends everything', async () => {
  const { t, iris } = await scene()
  const { program, tokens } = await givenProgram(t, iris, { 'messages:write': 'on' })
  const second = await program.refresh(tokens.refresh_token)
  expect(second).toMatchObject({
    status: 200,
    json: { expires_in: 3600, scope: 'messages:read messages:write' },
  })
  expect([await program.call(tokens.access_token), await program.call(second.json.access_token)]).toEqual([
    401, 200,
  ])
  // An answer that got lost comes again.
  t.clock.advance({ seconds: 9 })
  expect((await program.refresh(tokens.refresh_token)).json).toEqual({ ...second.json, expires_in: 3591 })

  const third = await program.refresh(second.json.refresh_token)
  expect(third.status).toBe(200)
  expect(third.json.refresh_token).not.toBe(second.json.refresh_token)
  expect(await program.refresh(tokens.refresh_token)).toMatchObject(refused('invalid_grant'))
  expect(await program.call(third.json.access_token)).toBe(401)
  expect(await program.refresh(third.json.refresh_token)).toMatchObject(refused('invalid_grant'))
  expect((await t.as(iris).call(getAccessTokens, {})).access_tokens).toEqual([])
})

test('a program can ask for less, and never for more than its person agreed to', async () => {
  const { t, iris } = await scene()
  const { program, tokens } = await givenProgram(t, iris, { 'messages:write': 'on' })
  const more = await program.refresh(tokens.refresh_token, { scope: 'messages:read files:write' })
  expect(more).toMatchObject(refused('invalid_scope'))
  const less = await program.refresh(tokens.refresh_token, { scope: 'messages:read' })
  expect(less).toMatchObject({ status: 200, json: { scope: 'messages:read' } })
  const again = await program.refresh(less.json.refresh_token)
  expect(again.json.scope).toBe('messages:read messages:write')
})

test('an access token ends after an hour, and access after 30 days without a refresh', async () => {
  const { t, iris } = await scene()
  const { program, tokens } = await givenProgram(t, iris)
  t.clock.advance({ seconds: 3600 })
  expect(await program.call(tokens.access_token)).toBe(401)
  const { json } = await program.refresh(tokens.refresh_token)
  expect(await program.call(json.access_token)).toBe(200)
  t.clock.advance({ days: 30 })
  expect(await program.refresh(json.refresh_token)).toMatchObject(refused('invalid_grant'))
  await endOldTokensJob.run(t.app.services, t.organizationId)
  expect((await t.as(iris).call(getAccessTokens, {})).access_tokens).toEqual([])
})

test('the limit of the server for tokens ends access, however often it is refreshed', async () => {
  const { t, iris } = await scene({ TAGMA_TOKEN_MAX_DAYS: '40' })
  const { program, tokens } = await givenProgram(t, iris)
  t.clock.advance({ days: 25 })
  const { json } = await program.refresh(tokens.refresh_token)
  t.clock.advance({ days: 15 })
  expect(await program.refresh(json.refresh_token)).toMatchObject(refused('invalid_grant'))
})

test('access ends after a year, however often it is refreshed', async () => {
  const { t, iris } = await scene()
  const { program, tokens } = await givenProgram(t, iris)
  let { json } = await program.refresh(tokens.refresh_token)
  for (let days = 28; days < 365; days += 28) {
    t.clock.advance({ days: 28 })
    json = (await program.refresh(json.refresh_token)).json
    expect(await program.call(json.access_token)).toBe(200)
  }
  t.clock.advance({ days: 1 })
  expect(await program.call(json.access_token)).toBe(401)
  expect(await program.refresh(json.refresh_token)).toMatchObject(refused('invalid_grant'))
})

test('a token for tools is good at /mcp alone', async () => {
  const { t, iris } = await scene()
  const { program, tokens } = await givenProgram(t, iris)
  const token = String(tokens.access_token)
  expect(await t.as({ ...iris, apiKey: token }).refusal(getOwnUser, {})).toMatchObject({
    code: 'INVALID_API_KEY',
    message: 'This access token is for tools at /mcp, and for nothing else.',
  })
  const file = await t.app.http.inject({
    method: 'GET',
    url: '/user_uploads/1/2/a.png',
    headers: { host: t.host, authorization: `Bearer ${token}` },
  })
  expect(file.statusCode).toBe(401)
  expect(await program.call(token)).toBe(200)
})

test('a program gives its access back by either token; what a person made stays', async () => {
  const { t, iris } = await scene()
  for (const kind of ['access_token', 'refresh_token']) {
    const { program, tokens } = await givenProgram(t, iris)
    const token = String(tokens[kind])
    const other = await program.post('/oauth/revoke', { token, client_id: 'another' })
    expect(other).toMatchObject(refused('invalid_grant'))
    expect(await program.call(tokens.access_token)).toBe(200)
    expect((await program.post('/oauth/revoke', { token, client_id: program.clientId })).status).toBe(200)
    expect(await program.call(tokens.access_token)).toBe(401)
    expect((await program.post('/oauth/revoke', { token })).status).toBe(200)
  }
  const own = await givenToken(t, iris, ['full'])
  const program = new OauthProgram(t)
  expect((await program.post('/oauth/revoke', { token: own })).status).toBe(200)
  expect(await program.call(own)).toBe(200)
})

test('a new password ends the programs that were let in, and no token that a person made', async () => {
  const { t, iris } = await scene()
  const { program, tokens } = await givenProgram(t, iris)
  const code = await program.letIn(iris)
  const own = await givenToken(t, iris, ['full'])
  await t
    .as(iris)
    .call(updateSettings, { old_password: 'password of iris', new_password: 'thunder on tuesday' })
  expect([await program.call(tokens.access_token), await program.call(own)]).toEqual([401, 200])
  expect(await program.refresh(tokens.refresh_token)).toMatchObject(refused('invalid_grant'))
  expect(await program.exchange(code)).toMatchObject(refused('invalid_grant'))
})

test('a deactivated person has no programs any more, not even after coming back', async () => {
  const { t, iris } = await scene()
  const owner = await t.given.user('olive', { role: 'owner' })
  const { program, tokens } = await givenProgram(t, iris)
  const code = await program.letIn(iris)
  await t.as(owner).call(deactivateUser, { user_id: iris.id })
  expect(await program.call(tokens.access_token)).toBe(401)
  expect(await program.refresh(tokens.refresh_token)).toMatchObject(refused('invalid_grant'))
  expect(await program.exchange(code)).toMatchObject(refused('invalid_grant'))
})

test('programs do not use up the tokens that a person may make, and the 51st ends the oldest', async () => {
  const { t, iris } = await scene({ TAGMA_RATE_LIMITS: 'off' })
  const { program, tokens } = await givenProgram(t, iris)
  const browser = await new TestBrowser(t).enter(iris)
  for (let count = 0; count < 50; count++) {
    t.clock.advance({ seconds: 1 })
    const agreed = await browser.request('POST', '/oauth/authorize', {
      ...program.request(),
      user: iris.id,
      decision: 'allow',
    })
    await program.exchange(URL.parse(String(agreed.headers.location))?.searchParams.get('code') ?? '')
  }
  expect(await program.call(tokens.access_token)).toBe(401)
  const { access_tokens } = await t.as(iris).call(getAccessTokens, {})
  expect(access_tokens).toHaveLength(50)
  const made = {
    name: 'Report',
    scopes: ['messages:read'] as ['messages:read'],
    password: 'password of iris',
  }
  expect((await t.as(iris).call(createAccessToken, made)).token).toMatch(/^tgm_/)
})

const wrongRequests: readonly [string, Readonly<Record<string, string>>, string][] = [
  ['no kind', { grant_type: '' }, 'invalid_request'],
  ['another kind', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['no code', { code: '' }, 'invalid_request'],
  ['no secret', { code_verifier: '' }, 'invalid_request'],
  ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
]

test.each(wrongRequests)(
  'a request with %s is refused by the name of the mistake',
  async (_what, wrong, code) => {
    const { t } = await scene()
    const program = await new OauthProgram(t).register()
    expect(await program.exchange('x', { resource: `${addressOf(t)}/mcp`, ...wrong })).toMatchObject(
      refused(code),
    )
  },
)

test('a request with a secret, a field that comes twice, or too much is refused', async () => {
  const { t } = await scene()
  const program = await new OauthProgram(t).register()
  const secret = await program.exchange('x', { client_secret: 'y' })
  expect(secret).toMatchObject({ status: 401, json: { error: 'invalid_client' } })
  const sent = (payload: string) =>
    t.app.http.inject({
      method: 'POST',
      url: '/oauth/token?grant_type=refresh_token',
      headers: { host: t.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  expect((await sent('code=a&code=b')).json()).toMatchObject({ error: 'invalid_request' })
  expect((await sent('code=a')).json()).toMatchObject({ error_description: 'grant_type is missing.' })
  expect((await sent(`code=${'a'.repeat(20_000)}`)).statusCode).toBe(413)
})

test('requests are counted by address', async () => {
  const { t } = await scene({ TAGMA_RATE_LIMITS: 'oauth=1/60,oauth_register=1/60' })
  const program = await new OauthProgram(t).register()
  await expect(program.register()).rejects.toThrow('temporarily_unavailable')
  await program.exchange('x')
  expect(await program.exchange('x')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
})
