import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { unsubscribeLink } from '#areas/notifications/unsubscribe-page.ts'
import { pages } from '#areas/tables/pages.ts'
import { must } from '#model/must.ts'
import { testApp, type TestApp } from './app.ts'
import { addFactor, wrongCode } from './authenticator.ts'
import { TestBrowser } from './browser.ts'
import type { TestUser } from './given.ts'
import { OauthProgram } from './oauth-program.ts'
import { unspoken } from './unspoken.ts'

// A page that says something outside the catalogs shows it in a pseudo-language: it stands there without brackets. So a new
// page without German fails here, because whatever stands in a catalog has to be there in German too.

const asked = { accept: 'text/html', 'accept-language': 'en-XA' }

/** Opens every page of the server, by GET and by an empty form, as a browser does that came by a wrong link. */
async function everyPage(t: TestApp, headers: Readonly<Record<string, string>>) {
  const found: { readonly path: string; readonly lang: string; readonly words: string[] }[] = []
  const { name } = t.directory.organization
  for (const { method, path } of pages) {
    if (method !== 'GET' && method !== 'POST') continue
    const url = path.replaceAll(/:\w+|\*/g, 'x')
    const answer = await new TestBrowser(t).request(method, url, {}, headers)
    if (!String(answer.headers['content-type']).startsWith('text/html')) continue
    // The page of the web client has words of its own.
    if (path === '/' && answer.status === 200) continue
    expect([path, answer.headers.vary]).toEqual([path, 'accept-language'])
    const [, lang = ''] = /<html ([^>]*)>/.exec(answer.body) ?? []
    found.push({ path: `${method} ${path}`, lang, words: unspoken(answer.body, [name]) })
  }
  return found
}

test('no page of the server says anything outside the catalogs', async () => {
  const t = await testApp()
  const found = await everyPage(t, asked)
  expect(found.filter(({ words }) => words.length > 0)).toEqual([])
  expect(found.filter(({ lang }) => lang !== 'lang="en-XA"')).toEqual([])
  // Those whose wrong links say something, not only some of them.
  expect(found.length).toBeGreaterThan(30)
})

test('every page of the server reads from right to left in a mirrored language', async () => {
  const t = await testApp()
  const found = await everyPage(t, { ...asked, 'accept-language': 'ar-XB' })
  expect(found.filter(({ lang }) => lang !== 'lang="ar-XB" dir="rtl"')).toEqual([])
  expect(found.length).toBeGreaterThan(30)
})

test('every page of the server is German for whoever asks for German', async () => {
  const t = await testApp()
  const found = await everyPage(t, { ...asked, 'accept-language': 'fr;q=0.9, de-AT;q=0.8, en;q=0.5' })
  expect(found.filter(({ lang }) => lang !== 'lang="de"')).toEqual([])
  expect(found.length).toBeGreaterThan(30)
})

test('pages of the server lay nothing out by left and right', async () => {
  const t = await testApp()
  const { body } = await t.page('/login/')
  const style = must(/<style>(.*?)<\/style>/s.exec(body)?.[1], 'the page has a style')
  expect(style).toContain('text-align:end')
  expect(style).not.toMatch(/(?:^|[{;-])(?:left|right)\s*[:;}]|text-align:(?:left|right)/)
})

/** A person who reads a pseudo-language, which none of their browsers asks for. */
async function reader(t: TestApp, name: string, role: 'member' | 'owner' = 'member'): Promise<TestUser> {
  const user = await t.given.user(name, { role })
  await t.as(user).call(updateSettings, { default_language: 'en-XA' })
  return user
}

/** The newest link in a mail to an address. */
async function linkTo(t: TestApp, address: string): Promise<string> {
  await sendMailJob.run(t.app.services, t.organizationId)
  const { text = '' } = t.mails.findLast(({ to }) => to === address) ?? {}
  return new URL(must(/http:\S+\/(?:accounts|join)\/\S+/.exec(text)?.[0], `no link for ${address}`)).pathname
}

/** Says which words of a page are in no catalog, and in which language it is. */
const heard = (body: string, values: readonly string[]) => ({
  lang: /<html ([^>]*)>/.exec(body)?.[1],
  words: unspoken(body, values),
})
const spoken = { lang: 'lang="en-XA"', words: [] }

test('the pages behind links in mails speak the language of their reader, whatever the browser asks for', async () => {
  const t = await testApp()
  const iris = await reader(t, 'iris')
  const browser = new TestBrowser(t)
  const open = async (url: string, fields?: Record<string, string>) =>
    (await browser.request(fields ? 'POST' : 'GET', url, fields, { 'accept-language': 'de' })).body
  const { name } = t.directory.organization
  const say = async (url: string, fields?: Record<string, string>) =>
    heard(await open(url, fields), [name, iris.email, 'new@example.com'])

  await open('/accounts/password/reset', { email: iris.email })
  const reset = await linkTo(t, iris.email)
  expect(await say(reset)).toEqual(spoken)
  expect(await say(reset, { password: 'short' })).toEqual(spoken)
  expect(await say(reset, { password: 'passwordpassword' })).toEqual(spoken)

  const user = must(t.directory.users.get(iris.id), 'a given user has no record')
  for (const kind of ['notifications', 'logins'] as const) {
    const link = unsubscribeLink('', user, kind)
    expect(await say(link)).toEqual(spoken)
    expect(await say(link, {})).toEqual(spoken)
  }

  await t.as(iris).call(updateSettings, { email: 'new@example.com' })
  const confirm = await linkTo(t, 'new@example.com')
  expect(await say(confirm)).toEqual(spoken)
  expect(await say(confirm, { password: 'wrong' })).toEqual(spoken)
  expect(await say(confirm, { password: 'password of iris' })).toEqual(spoken)

  const undo = await linkTo(t, iris.email)
  expect(await say(undo)).toEqual(spoken)
  expect(await say(undo, { former: 'wrong', password: 'four words beside the river' })).toEqual(spoken)
  expect(await say(undo, { former: 'password of iris', password: 'iris@example.com' })).toEqual(spoken)
  const done = { former: 'password of iris', password: 'four words beside the river' }
  expect(await say(undo, done)).toEqual(spoken)
})

test('the steps of a sign-in speak the language of whoever signs in', async () => {
  const t = await testApp()
  const iris = await reader(t, 'iris')
  const otto = await reader(t, 'otto')
  const { phone } = await addFactor(t, iris)
  const { name } = t.directory.organization
  const begin = async (person: TestUser) => {
    const browser = new TestBrowser(t)
    const login = { username: person.email, password: `password of ${person.name}` }
    const { headers } = await browser.request('POST', '/login/', login)
    const place = String(headers.location)
    return async (fields?: Record<string, string>, query = '') =>
      heard((await browser.request(fields ? 'POST' : 'GET', place + query, fields)).body, [name])
  }

  const second = await begin(iris)
  expect(await second()).toEqual(spoken)
  expect(await second(undefined, '?with=recovery')).toEqual(spoken)
  expect(await second({ code: wrongCode(phone) })).toEqual(spoken)

  await t.given.settings({
    second_factor_required_group: t.directory.systemGroup('role:members').id,
    second_factor_grace_days: 0,
  })
  const setUp = await begin(otto)
  const shown = await setUp()
  expect({ ...shown, words: [] }).toEqual(spoken)
  // The key is shown in groups.
  expect(shown.words.filter((word) => !/^[a-z]{1,4}$/.test(word))).toEqual([])
})

test('the sign-in page speaks the language of the browser, with what went wrong', async () => {
  const t = await testApp()
  const iris = await reader(t, 'iris')
  const { name } = t.directory.organization
  const say = async (method: 'GET' | 'POST', url: string, fields: Record<string, string>) =>
    heard((await new TestBrowser(t).request(method, url, fields, asked)).body, [name])
  expect(await say('GET', '/login/', {})).toEqual(spoken)
  expect(await say('GET', '/login/', { ended: '1' })).toEqual(spoken)
  expect(await say('GET', '/login/', { app: 'on' })).toEqual(spoken)
  expect(await say('POST', '/login/', { username: iris.email, password: 'wrong' })).toEqual(spoken)
  const german = await new TestBrowser(t).request('GET', '/login/', {}, { 'accept-language': 'de' })
  expect(german.body).toContain(`<title>Anmelden · ${name}</title>`)
  expect(german.body).toContain('data-hide="Verbergen" data-hide-label="Passwort verbergen"')
})

test('an invitation is accepted in the language of the browser', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { invite_link } = await t.as(owner).call(createInviteLink, {})
  const { pathname } = new URL(invite_link)
  const { name } = t.directory.organization
  const say = async (fields?: Record<string, string>) =>
    heard((await new TestBrowser(t).request(fields ? 'POST' : 'GET', pathname, fields, asked)).body, [name])
  const person = { email: 'mia@example.com', name: 'Mia', password: 'four words beside the river' }
  expect(await say()).toEqual(spoken)
  for (const wrong of [{ email: 'mia' }, { name: '' }, { name: 'x'.repeat(200) }, { password: 'short' }])
    expect(await say({ ...person, ...wrong })).toEqual(spoken)
  expect(await say({ ...person, email: owner.email })).toEqual(spoken)
})

test('an account is made in the language of the browser', async () => {
  const t = await testApp({ TAGMA_SMTP_URL: 'smtp://127.0.0.1:1' })
  const open = { invite_required: false, require_unique_names: true }
  await t.given.settings(open)
  const iris = await reader(t, 'iris')
  const { name } = t.directory.organization
  const email = 'mia@example.com'
  const say = async (url: string, fields?: Record<string, string>) =>
    heard((await new TestBrowser(t).request(fields ? 'POST' : 'GET', url, fields, asked)).body, [name, email])
  expect(await say('/login/')).toEqual(spoken)
  expect(await say('/register/')).toEqual(spoken)
  expect(await say('/register/', { email: 'mia' })).toEqual(spoken)
  expect(await say('/register/', { email })).toEqual(spoken)
  await new TestBrowser(t).request('POST', '/register/', { email: iris.email })
  await sendMailJob.run(t.app.services, t.organizationId)
  const mails = [email, iris.email].map((address) =>
    must(t.mails.findLast(({ to }) => to === address)?.text, `a mail to ${address}`),
  )
  for (const text of mails) expect(unspoken(text, [name])).toEqual([])
  const url = must(/http:\S+\/register\/\w+/.exec(mails[0] ?? '')?.[0], 'the mail has a link')
  const { pathname } = new URL(url)
  const person = { name: 'Mia', password: 'four words beside the river' }
  expect(await say(pathname)).toEqual(spoken)
  for (const wrong of [{ name: '' }, { name: iris.name }, { password: 'short' }])
    expect(await say(pathname, { ...person, ...wrong })).toEqual(spoken)
  expect(await say('/register/x')).toEqual(spoken)
  await t.given.settings({ ...open, emails_restricted_to_domains: true })
  expect(await say(pathname)).toEqual(spoken)
  await t.given.settings(open)
  await t.given.user('mia')
  expect(await say(pathname)).toEqual(spoken)
})

test('a program is let in in the language of whoever lets it in', async () => {
  const t = await testApp({ TAGMA_MCP: 'on' })
  const iris = await reader(t, 'iris')
  const program = await new OauthProgram(t).register({ client_name: '42' })
  const browser = await new TestBrowser(t).enter(iris)
  const say = async (method: 'GET' | 'POST', more: Record<string, string>) =>
    heard((await browser.request(method, '/oauth/authorize', program.request(more))).body, ['general'])
  expect(await say('GET', {})).toEqual(spoken)
  expect(await say('POST', { user: String(iris.id), decision: 'allow', scope: 'messages:write' })).toEqual(
    spoken,
  )
  expect(await say('GET', { code_challenge: 'short' })).toEqual(spoken)
  expect(await say('GET', { client_id: 'unknown' })).toEqual(spoken)
  expect(await say('GET', { redirect_uri: 'https://elsewhere.example/' })).toEqual(spoken)
  expect(await say('GET', { scope: 'none' })).toEqual(spoken)
})
