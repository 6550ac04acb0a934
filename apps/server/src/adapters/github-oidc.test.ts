import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#config/config.ts'
import { must } from '#model/must.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { githubServer, type GitHubServer } from '#test/github-server.ts'
import { githubOidc } from './github-oidc.ts'

let hub: GitHubServer
beforeAll(async () => {
  hub = await githubServer()
})
afterAll(() => hub.close())

const wera = {
  id: 583_231,
  login: 'wera',
  name: 'Wera Weber',
  emails: [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'wera@example.com', primary: true, verified: true },
    { email: 'foreign@example.com', primary: false, verified: false },
  ],
}

async function organization(more: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const t = await testApp({ ...hub.settings, ...more })
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

/** Goes to GitHub and agrees there; returns the path that it leads back to. */
async function visit(browser: TestBrowser, person: Parameters<GitHubServer['agree']>[1]) {
  const { headers } = await browser.request('GET', '/accounts/login/social/oidc/hub')
  return hub.agree(String(headers.location), person)
}

const enter = async (browser: TestBrowser, person: Parameters<typeof visit>[1]) => {
  const { pathname, search } = await visit(browser, person)
  return browser.request('GET', pathname + search)
}

const me = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).json

test('somebody of GitHub is known by their number, with their primary verified address', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  expect((await enter(browser, wera)).headers.location).toBe('/')
  const first = await me(browser)
  expect(first).toMatchObject({ full_name: 'Wera Weber', delivery_email: 'wera@example.com' })
  const again = new TestBrowser(t)
  await enter(again, { ...wera, login: 'weber', emails: [] })
  expect((await me(again)).user_id).toBe(first.user_id)
  // Somebody else took the name and the address that were given up.
  const other = new TestBrowser(t)
  expect((await enter(other, { ...wera, id: 2 })).body).toContain('Code S-5-other')
  expect(other.cookie).toBeUndefined()
})

test('an address that GitHub has not verified makes no account', async () => {
  const t = await organization()
  const unverified = [{ email: 'olive@example.com', primary: true, verified: false }]
  const browser = new TestBrowser(t)
  expect((await enter(browser, { ...wera, emails: unverified })).body).toContain('Code S-6-address')
  expect(browser.cookie).toBeUndefined()
})

test('without a name, the name of the account is taken', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  await enter(browser, { ...wera, name: null })
  expect((await me(browser)).full_name).toBe('wera')
})

test.each<[string, (answer: URL) => void]>([
  ['S-1-browser', (answer) => answer.searchParams.set('state', 'x')],
  ['S-0-invalid', (answer) => answer.searchParams.set('code', 'another')],
  ['S-0-invalid', (answer) => answer.searchParams.delete('code')],
  ['S-0-denied', (answer) => answer.searchParams.set('error', 'access_denied')],
])('%s: an answer that was altered signs nobody in (%#)', async (code, alter) => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const answer = await visit(browser, wera)
  alter(answer)
  const { body } = await browser.request('GET', answer.pathname + answer.search)
  expect([body.includes(`Code ${code}`), browser.cookie]).toEqual([true, undefined])
})

test('a code of another sign-in is refused, because its verifier differs', async () => {
  const t = await organization()
  const [mallory, victim] = [new TestBrowser(t), new TestBrowser(t)]
  const stolen = (await visit(victim, wera)).searchParams.get('code')
  const answer = await visit(mallory, { ...wera, id: 666 })
  answer.searchParams.set('code', must(stolen, 'there is a code'))
  expect((await mallory.request('GET', answer.pathname + answer.search)).body).toContain('Code S-0-invalid')
  expect(mallory.cookie).toBeUndefined()
})

const required = { TAGMA_SIGN_IN_HUB_REQUIRED_GROUPS: 'acme/designers, beta' }

test.each([
  [['acme', 'beta'], [], true],
  [['acme'], ['acme/designers'], true],
  [['acme'], ['acme/writers'], false],
  // Another organization has a team of the same name, or calls itself like the team.
  [['evil'], ['evil/designers'], false],
  [['acme-designers', 'designers', 'betas'], [], false],
  [[], [], false],
])('with organizations %j and teams %j, somebody is let in: %s', async (organizations, teams, isIn) => {
  const t = await organization(required)
  const browser = new TestBrowser(t)
  const { body } = await enter(browser, { ...wera, organizations, teams })
  expect(browser.cookie !== undefined).toBe(isIn)
  expect(body.includes('Code S-3-group')).toBe(!isIn)
})

test('organizations and teams become groups and roles, on as many pages as there are', async () => {
  const t = await organization({
    TAGMA_SIGN_IN_HUB_GROUPS: 'acme/designers=Designers, other149=Last',
    TAGMA_SIGN_IN_HUB_ROLES: 'acme/leads=moderator',
  })
  const browser = new TestBrowser(t)
  const organizations = ['acme', ...Array.from({ length: 150 }, (_, index) => `other${index}`)]
  await enter(browser, { ...wera, organizations, teams: ['acme/designers', 'acme/leads'] })
  const { user_id: id, role } = await me(browser)
  expect(role).toBe(300)
  const groups = [...t.directory.groups.values()].filter(({ members }) => members.has(Number(id)))
  expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Designers', 'Last']))
})

test('nobody is asked to show organizations that the settings do not ask for', async () => {
  const scopeOf = async (t: TestApp) => {
    const { headers } = await new TestBrowser(t).request('GET', '/accounts/login/social/oidc/hub')
    return new URL(String(headers.location)).searchParams.get('scope')
  }
  expect(await scopeOf(await organization())).toBe('read:user user:email')
  expect(await scopeOf(await organization(required))).toBe('read:user user:email read:org')
})

test('what is wrong with the set-up is named', async () => {
  const problemWith = (parts: Readonly<Record<string, string>>) => {
    const { providers, outgoing } = parseConfig({ ...hub.settings, ...parts })
    return githubOidc(must(providers[0], 'there is one'), outgoing).problem('http://localhost/complete/hub/')
  }
  expect(await problemWith({})).toBeUndefined()
  expect(await problemWith({ TAGMA_SIGN_IN_HUB_CLIENT_SECRET: 'wrong' })).toBe(
    'hub does not accept the client (incorrect_client_credentials): copy TAGMA_SIGN_IN_HUB_CLIENT_ID and TAGMA_SIGN_IN_HUB_CLIENT_SECRET again.',
  )
  expect(await problemWith({ TAGMA_SIGN_IN_HUB_ISSUER: 'http://127.0.0.1:1' })).toMatch(
    /^hub gives no tokens: .*ISSUER/,
  )
})
