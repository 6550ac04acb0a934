import { expect, test } from 'vitest'
import { listAccessTokens } from '#store/people/access-tokens.ts'
import { testApp } from '#test/app.ts'
import { addFactor, wrongCode } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import { addressOf, OauthProgram, redirectUri } from '#test/oauth-program.ts'

async function scene(more: object = {}) {
  const t = await testApp()
  const { iris, leo } = await t.given.members('iris', 'leo')
  const program = await new OauthProgram(t).register(more)
  const browser = await new TestBrowser(t).enter(iris)
  const show = (fields: Readonly<Record<string, string>> = {}) =>
    browser.request('GET', '/oauth/authorize', program.request(fields))
  const decide = (
    fields: Readonly<Record<string, string | number>> = {},
    headers?: Readonly<Record<string, string>>,
  ) =>
    browser.request(
      'POST',
      '/oauth/authorize',
      { ...program.request(), user: iris.id, decision: 'allow', ...fields },
      headers,
    )
  return { t, iris, leo, program, browser, show, decide }
}

test('the page says who asks, for what, and where it leads, and no page can frame it', async () => {
  const { iris, show } = await scene({ client_name: 'Desk <b>\u202Eksed' })
  const { status, body, headers } = await show()
  expect(status).toBe(200)
  expect(body).toContain('Let <span dir="auto">Desk &lt;b&gt; ksed</span> in?')
  expect(body).toContain('It gave itself this name; nobody has checked it.')
  expect(body).toContain(`(${iris.email})`)
  expect(body).toContain('<li>Messages that you can see')
  expect(body).toContain('<input type="checkbox" name="messages:write" value="on">')
  expect(body).not.toContain('name="channels:write"')
  expect(body).toContain('<b dir="auto">a program on this computer (127.0.0.1:33418)</b>')
  expect(body).toContain('This lasts 365 days at most, and ends after 30 days without use.')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' http: https:;")
  expect(policy).not.toContain('script-src')
})

test('a program gets no more than what is ticked', async () => {
  const { program, decide } = await scene()
  const scopeOf = async (fields: Readonly<Record<string, string>>) => {
    const { headers } = await decide(fields)
    const code = URL.parse(String(headers.location))?.searchParams.get('code') ?? ''
    return (await program.exchange(code)).json.scope
  }
  expect(await scopeOf({})).toBe('messages:read')
  expect(await scopeOf({ 'messages:write': 'on' })).toBe('messages:read messages:write')
  expect(await scopeOf({ 'files:write': 'on' })).toBe('messages:read')
  const nothing = await decide({ scope: 'messages:write' })
  expect([nothing.status, nothing.body]).toEqual([200, expect.stringContaining('Tick at least one thing')])
})

test('the person chooses where a program writes: nowhere but to them, in ticked channels, or everywhere', async () => {
  const { t, iris, leo, program, show, decide } = await scene()
  const design = await t.given.channel([iris], { name: 'design <b>' })
  const lobby = await t.given.channel([leo], { name: 'lobby' })
  const { body } = await show()
  expect(body).toContain(`name="channel-${design.id}" value="on"><span dir="auto">#design &lt;b&gt;</span>`)
  expect(body).not.toContain(`channel-${lobby.id}`)
  expect((await show({ scope: 'messages:read' })).body).not.toContain('Where it may write')
  const writeTo = async (fields: Readonly<Record<string, string>>) => {
    const { headers } = await decide({ 'messages:write': 'on', ...fields })
    const code = URL.parse(String(headers.location))?.searchParams.get('code') ?? ''
    const { json } = await program.exchange(code)
    const again = await program.refresh(json.refresh_token)
    expect(again.status).toBe(200)
    const [newest] = await listAccessTokens(t.app.services.data.db, [iris.id])
    return newest?.writeTo
  }
  expect(await writeTo({})).toEqual([])
  const both = { [`channel-${design.id}`]: 'on', [`channel-${lobby.id}`]: 'on' }
  expect(await writeTo(both)).toEqual([design.id])
  expect(await writeTo({ ...both, everywhere: 'on' })).toBeNull()
})

test('a program is not offered a channel that agents do not see', async () => {
  const { t, iris, show } = await scene()
  const { id } = await t.given.channel([iris], { name: 'board', hidden_from_agents: true })
  expect((await show()).body).not.toContain(`channel-${id}`)
})

test('who may not use agents lets no program in, and is told why', async () => {
  const { t, show, decide } = await scene()
  await t.given.settings({ can_use_agents_group: t.directory.systemGroup('role:moderators').id })
  for (const { status, body } of [await show(), await decide()]) {
    expect(status).toBe(400)
    expect(body).toContain('your account may not use agents. Ask an administrator')
  }
})

test('who finds a browser open lets no program in: that takes the password or the second step', async () => {
  const { t, iris, show, decide } = await scene()
  expect((await show()).body).not.toContain('name="password"')
  t.clock.advance({ minutes: 16 })
  expect((await show()).body).toContain('name="password"')
  for (const [given, words] of [
    [{}, 'Prove that it is you: give your password.'],
    [{ password: 'wrong' }, 'Wrong password!'],
  ] as const) {
    const { status, body } = await decide(given)
    expect([status, body]).toEqual([200, expect.stringContaining(words)])
  }
  expect((await decide({ decision: 'deny' })).headers.location).toContain('error=access_denied')
  expect((await decide({ password: 'password of iris' })).headers.location).toContain('code=')
  // It counts for a quarter of an hour, and a new second factor ends that.
  expect((await decide()).headers.location).toContain('code=')
  const { phone } = await addFactor(t, iris)
  expect((await show()).body).toContain('Code from your authenticator app, or a recovery code')
  const wrong: Readonly<Record<string, string>>[] = [
    {},
    { password: 'password of iris' },
    { code: wrongCode(phone) },
  ]
  for (const given of wrong) expect((await decide(given)).status).toBe(200)
  expect((await decide({ code: phone.next() })).headers.location).toContain('code=')
})

test('who does not agree goes back to the program without a code', async () => {
  const { t, decide } = await scene()
  const { status, headers } = await decide({ decision: 'deny' })
  const back = new URL(String(headers.location))
  expect([status, back.origin + back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
    303,
    redirectUri,
    {
      error: 'access_denied',
      error_description: 'The person did not agree.',
      state: 'state of the program',
      iss: addressOf(t),
    },
  ])
})

test('an address with a query keeps it, and no state is no state', async () => {
  const address = 'https://desk.example/back?from=chat'
  const { decide } = await scene({ redirect_uris: [address] })
  const { headers } = await decide({ redirect_uri: address, state: '' })
  expect(headers.location).toMatch(/^https:\/\/desk\.example\/back\?from=chat&code=[A-Za-z0-9]{43}&iss=/)
})

const mistakes: readonly [string, Readonly<Record<string, string>>, string][] = [
  ['another answer', { response_type: 'token' }, 'unsupported_response_type'],
  ['no secret', { code_challenge: '' }, 'invalid_request'],
  ['a secret in plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ['scopes that nothing needs', { scope: 'full organization' }, 'invalid_scope'],
]

test.each(mistakes)('a request for %s leads back by a link alone', async (_what, fields, code) => {
  const { show, decide } = await scene()
  for (const { status, headers, body } of [await show(fields), await decide(fields)]) {
    expect([status, headers.location]).toEqual([400, undefined])
    expect(body).toContain(`href="${redirectUri}?error=${code}&amp;`)
  }
})

test.each([
  ['an unknown program', { client_id: 'nobody' }, 'This server does not know the program'],
  ['a foreign address', { redirect_uri: 'https://evil.example/' }, 'not one of its own'],
  ['a longer address', { redirect_uri: `${redirectUri}/more` }, 'not one of its own'],
])('%s is refused without a way back', async (_what, fields, sentence) => {
  const { show, decide } = await scene()
  for (const { status, headers, body } of [await show(fields), await decide(fields)]) {
    expect([status, headers.location, body.includes('Go back')]).toEqual([400, undefined, false])
    expect(body).toContain(sentence)
  }
})

test('a program on the same computer comes from any port', async () => {
  const { decide } = await scene({
    redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  })
  for (const host of ['127.0.0.1:1', 'localhost:65000', '127.0.0.1'])
    expect((await decide({ redirect_uri: `http://${host}/callback` })).status).toBe(303)
  for (const address of [
    'http://[::1]/callback',
    'http://localhost:1/other',
    'http://localhost.evil.example/callback',
  ])
    expect((await decide({ redirect_uri: address })).status).toBe(400)
})

test('another site cannot agree in the name of somebody', async () => {
  const { decide } = await scene()
  const forged: Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
  ]
  for (const headers of forged) expect((await decide({}, headers)).status).toBe(403)
})

test('who has signed in as somebody else meanwhile looks again', async () => {
  const { leo, decide } = await scene()
  const { status, body } = await decide({ user: leo.id })
  expect([status, body]).toEqual([200, expect.stringContaining('signed in with another account')])
})

test('a stranger signs in first, and comes back to the same request', async () => {
  const { t, program } = await scene()
  const stranger = new TestBrowser(t)
  for (const method of ['GET', 'POST'] as const) {
    const { status, headers } = await stranger.request(method, '/oauth/authorize', program.request())
    const next = new URLSearchParams(String(headers.location).split('?')[1]).get('next') ?? ''
    expect([status, Object.fromEntries(new URLSearchParams(next.split('?')[1]))]).toEqual([
      303,
      program.request(),
    ])
  }
})

test('a program of another organization is unknown', async () => {
  const { program } = await scene()
  const { show } = await scene()
  expect((await show({ client_id: program.clientId })).status).toBe(400)
})
