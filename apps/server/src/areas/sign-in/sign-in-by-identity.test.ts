import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import {
  begin,
  codeOf,
  corpServer,
  enter,
  organization,
  otherServer,
  ownName,
  person,
  visit,
  withTwoServices,
} from '#test/identity-services.ts'
import { oidcServer } from '#test/oidc-server.ts'
import { readTables } from '#test/read-tables.ts'

withTwoServices()

test('the sign-in page has a link to each service of the organization', async () => {
  const t = await organization()
  const { body } = await new TestBrowser(t).request('GET', '/login/?next=/%23recent')
  expect(body).toContain(`<a href="${begin}?next=%2F%23recent">Sign in with <b dir="auto">Corp</b></a>`)
  const elsewhere = await testApp({ ...corpServer().settings('CORP', { ORGANIZATIONS: 'staff' }) })
  await elsewhere.given.user('olive', { role: 'owner' })
  const page = await new TestBrowser(elsewhere).request('GET', '/login/')
  expect(page.body).not.toContain('social')
  expect((await new TestBrowser(elsewhere).request('GET', begin)).status).toBe(404)
})

test('the first sign-in makes an account, and later ones find it, whatever its address is then', async () => {
  const t = await organization()
  const sub = person({ email: 'wera@corp.example' })
  const browser = new TestBrowser(t)
  const first = await enter(browser, sub, `${begin}?next=${encodeURIComponent('/#recent')}`)
  expect([first.status, first.headers.location]).toEqual([303, '/#recent'])
  const { json } = await browser.call('GET', '/users/me')
  expect(json).toMatchObject({
    full_name: 'Wera Weber',
    delivery_email: 'wera@corp.example',
    role: 400,
  })
  const sessions = (await browser.call('GET', '/tagma/sessions')).json.sessions
  expect(sessions).toMatchObject([{ methods: ['provider'], is_current: true }])

  corpServer().person({
    sub,
    email: 'married@corp.example',
    email_verified: true,
    name: 'Wera Huber',
  })
  const again = new TestBrowser(t)
  expect((await enter(again, sub)).status).toBe(303)
  expect((await again.call('GET', '/users/me')).json).toMatchObject({
    user_id: json.user_id,
    delivery_email: 'wera@corp.example',
  })
  expect(again.cookie).not.toBe(browser.cookie)
})

test('an account made at the first sign-in begins in the language that the browser asks for', async () => {
  const t = await organization()
  const sub = person({ email: 'wiebke@corp.example' })
  const browser = new TestBrowser(t)
  const german = { 'accept-language': 'de' }
  expect((await browser.request('GET', await visit(browser, sub), undefined, german)).status).toBe(303)
  expect(t.directory.userByEmail('wiebke@corp.example')?.settings.default_language).toBe('de')
})

test('only the first sign-in brings a welcome by mail, unless the organization switched that off', async () => {
  const t = await organization()
  const welcomes = async (address: string) => {
    await sendMailJob.run(t.app.services, t.organizationId)
    return t.mails.filter(({ to, subject }) => to === address && subject.startsWith('Welcome to'))
  }
  const sub = person({ email: 'wanda@corp.example' })
  await enter(new TestBrowser(t), sub)
  await enter(new TestBrowser(t), sub)
  const mails = await welcomes('wanda@corp.example')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('the way your organization signs you in elsewhere')
  await t.given.settings({ invite_required: false, send_welcome_emails: false })
  await enter(new TestBrowser(t), person({ email: 'willi@corp.example' }))
  expect(t.directory.userByEmail('willi@corp.example')).toBeDefined()
  expect(await welcomes('willi@corp.example')).toEqual([])
})

test('an account with the address is linked only with its password, and its person gets a mail', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const sub = person({ email: iris.email.toUpperCase() })
  const browser = new TestBrowser(t)
  const { status, headers } = await enter(browser, sub)
  expect([status, headers.location]).toEqual([303, '/accounts/login/link/'])
  expect(browser.cookie).toBeUndefined()
  const link = (fields?: Record<string, string>) =>
    browser.request(fields ? 'POST' : 'GET', '/accounts/login/link/', fields)
  expect((await link()).body).toContain(`<b dir="auto">${iris.email}</b> has an account here already`)
  expect((await link({ password: 'wrong' })).body).toContain('This password is wrong.')
  expect(browser.cookie).toBeUndefined()
  expect((await link({ password: 'password of iris' })).status).toBe(303)
  expect(await ownName(browser)).toBe('iris')
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.filter(({ to }) => to === iris.email).map(({ subject }) => subject)).toContain(
    `Corp was connected at ${t.directory.organization.name}`,
  )
  // The proof counts once, and no longer is needed.
  expect((await link({ password: 'password of iris' })).status).toBe(410)
  const later = new TestBrowser(t)
  expect((await enter(later, sub)).headers.location).toBe('/')
  expect(await ownName(later)).toBe('iris')
})

/** Signs in as a person with the address of an account; asks for the code by mail. */
async function askForCode() {
  const t = await organization()
  const iris = await t.given.user('iris')
  const browser = new TestBrowser(t)
  await enter(browser, person({ email: iris.email }))
  const link = (fields: Record<string, string>) => browser.request('POST', '/accounts/login/link/', fields)
  expect((await link({ code: '' })).body).toContain('This code is wrong')
  expect((await link({ mail: 'on' })).body).toContain('autocomplete="one-time-code"')
  await sendMailJob.run(t.app.services, t.organizationId)
  const mail = must(
    t.mails.findLast(({ to }) => to === iris.email),
    'a mail was sent',
  )
  return { browser, link, code: must(/^\w{8}$/m.exec(mail.text)?.[0], 'the mail has a code') }
}

test('a mailed code proves it too', async () => {
  const { browser, link, code } = await askForCode()
  expect((await link({ code: 'WRONG123' })).body).toContain('This code is wrong')
  expect((await link({ code: ` ${code} ` })).status).toBe(303)
  expect(await ownName(browser)).toBe('iris')
})

test('five wrong codes end the sign-in, those at the same time too', async () => {
  const { browser, link, code } = await askForCode()
  await Promise.all(Array.from({ length: 5 }, () => link({ code: 'WRONG123' })))
  expect((await link({ code })).status).toBe(410)
  expect(browser.cookie).toBeUndefined()
})

test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, string>>]>([
  ['S-6-unverified', { email_verified: false }, {}],
  ['S-6-unverified', { email_verified: 'true' }, {}],
  ['S-6-address', { email: undefined }, {}],
  ['S-6-address', { email: 'wera' }, {}],
  ['S-6-address', { email: 'wera@corp.example\r\nBcc: all@corp.example' }, {}],
  ['S-6-closed', {}, { CREATE: 'off' }],
  [
    'S-6-unverified',
    { email_verified: false, email: 'a@sub.corp.example' },
    { TRUST_EMAIL: 'on', DOMAINS: 'corp.example' },
  ],
])('%s: nobody gets an account with the claims %j and the settings %j', async (code, claims, settings) => {
  const t = await organization(settings)
  const { users } = t.directory
  const before = users.size
  const browser = new TestBrowser(t)
  const { status, body } = await enter(browser, person(claims))
  expect([status, codeOf(body)]).toEqual([403, code])
  expect([browser.cookie, users.size]).toEqual([undefined, before])
  expect(t.securityLines.at(-1)).toMatchObject({ event: 'identity.refused' })
})

test('only people in a required group are let in, those with an account too', async () => {
  const t = await organization({ REQUIRED_GROUPS: 'staff' })
  const sub = person({ groups: ['staff'] })
  expect((await enter(new TestBrowser(t), sub)).headers.location).toBe('/')
  corpServer().person({ sub, email: `${sub}@corp.example`, email_verified: true, groups: ['former'] })
  expect(codeOf((await enter(new TestBrowser(t), sub)).body)).toBe('S-3-group')
})

test('an organization that asks for invitations takes new people only where the settings let everybody in', async () => {
  const t = await organization()
  await t.given.settings({ invite_required: true })
  expect(codeOf((await enter(new TestBrowser(t), person())).body)).toBe('S-6-invitation')
  const open = await organization({ CREATE: 'on' })
  await open.given.settings({ invite_required: true })
  expect((await enter(new TestBrowser(open), person())).headers.location).toBe('/')
})

test('an unverified address in a trusted domain counts', async () => {
  const t = await organization({ TRUST_EMAIL: 'on', DOMAINS: 'corp.example' })
  const browser = new TestBrowser(t)
  expect((await enter(browser, person({ email_verified: false }))).headers.location).toBe('/')
})

test('a deactivated account stays closed, linked or not', async () => {
  const t = await organization()
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const iris = await t.given.user('iris')
  const linked = person()
  const browser = new TestBrowser(t)
  await enter(browser, linked)
  const { user_id: id } = (await browser.call('GET', '/users/me')).json
  const owner = t.as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
  for (const user_id of [Number(id), iris.id]) await owner.call(deactivateUser, { user_id })
  expect(codeOf((await enter(new TestBrowser(t), linked)).body)).toBe('S-2-deactivated')
  const unlinked = person({ email: iris.email })
  expect(codeOf((await enter(new TestBrowser(t), unlinked)).body)).toBe('S-4-deactivated')
  expect((await browser.call('GET', '/users/me')).status).toBe(401)
})

test('a second person of one service with the same address is refused', async () => {
  const t = await organization()
  const first = person({ email: 'shared@corp.example' })
  await enter(new TestBrowser(t), first)
  const second = person({ email: 'shared@corp.example' })
  expect(codeOf((await enter(new TestBrowser(t), second)).body)).toBe('S-5-other')
})

test('the same subject at two services is two people', async () => {
  const t = await organization()
  const sub = person({ email: 'one@corp.example', name: 'One' })
  otherServer().person({ sub, email: 'two@corp.example', email_verified: true, name: 'Two' })
  const [one, two] = [new TestBrowser(t), new TestBrowser(t)]
  await enter(one, sub)
  await enter(two, sub, '/accounts/login/social/oidc/other')
  expect([await ownName(one), await ownName(two)]).toEqual(['One', 'Two'])
})

test('an answer counts once, and only in the browser that began', async () => {
  const t = await organization()
  const mallory = new TestBrowser(t)
  const answer = await visit(mallory, person())
  // Somebody is led to sign in as somebody else.
  const victim = new TestBrowser(t)
  expect(codeOf((await victim.request('GET', answer)).body)).toBe('S-1-browser')
  await victim.request('GET', begin)
  expect(codeOf((await victim.request('GET', answer)).body)).toBe('S-1-browser')
  expect(victim.cookie).toBeUndefined()
  expect((await mallory.request('GET', answer)).status).toBe(303)
  expect(codeOf((await mallory.request('GET', answer)).body)).toBe('S-1-browser')
})

test.each<[string, (answer: URL) => void]>([
  ['S-1-browser', (answer) => answer.searchParams.set('state', 'x'.repeat(43))],
  ['S-1-browser', (answer) => answer.searchParams.delete('state')],
  ['S-0-invalid', (answer) => answer.searchParams.set('code', 'another')],
  ['S-0-invalid', (answer) => answer.searchParams.delete('code')],
  ['S-0-invalid', (answer) => answer.searchParams.set('iss', otherServer().issuer)],
  ['S-0-invalid', (answer) => answer.searchParams.delete('iss')],
  ['S-0-denied', (answer) => answer.searchParams.set('error', 'access_denied')],
  ['S-1-browser', (answer) => (answer.pathname = '/complete/other/')],
])('%s: an answer that was altered signs nobody in (%#)', async (code, alter) => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const answer = new URL(await visit(browser, person()), 'http://host.invalid')
  alter(answer)
  const { body } = await browser.request('GET', answer.pathname + answer.search)
  expect([codeOf(body), browser.cookie]).toEqual([code, undefined])
})

test('a code of another sign-in is refused, because its verifier and nonce differ', async () => {
  const t = await organization()
  const [mallory, victim] = [new TestBrowser(t), new TestBrowser(t)]
  const stolen = new URL(await visit(victim, person()), 'http://host.invalid').searchParams.get('code')
  const answer = new URL(await visit(mallory, person()), 'http://host.invalid')
  answer.searchParams.set('code', must(stolen, 'the provider gives a code'))
  const { body } = await mallory.request('GET', answer.pathname + answer.search)
  expect([codeOf(body), mallory.cookie]).toEqual(['S-0-invalid', undefined])
})

test('a sign-in that was begun in one organization ends in no other', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const answer = await visit(browser, person())
  const neighbour = await organization()
  const flow = must((await browser.request('GET', begin)).headers['set-cookie'], 'a cookie is set')
  const { body } = await new TestBrowser(neighbour).request('GET', answer, undefined, {
    cookie: String(flow).split(';')[0] ?? '',
  })
  expect(codeOf(body)).toBe('S-1-browser')
})

test('a sign-in takes ten minutes at most', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const answer = await visit(browser, person())
  t.clock.advance({ seconds: 601 })
  expect(codeOf((await browser.request('GET', answer)).body)).toBe('S-1-browser')
})

test('an answer that comes by a form of the service is led on to the page that has the cookie', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const answer = new URL(await visit(browser, person()), 'http://host.invalid')
  const fields = { ...Object.fromEntries(answer.searchParams), next: 'https://evil.example', user: 'x' }
  const posted = await browser.request('POST', answer.pathname, fields, {
    cookie: '',
    'sec-fetch-site': 'cross-site',
  })
  expect(posted.status).toBe(303)
  const { pathname, search, host } = new URL(String(posted.headers.location))
  expect([host, search.includes('evil')]).toEqual([t.host, false])
  expect((await browser.request('GET', pathname + search)).headers.location).toBe('/')
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', '/login/'])(
  'the address %s to go to afterwards is not heeded',
  async (next) => {
    const t = await organization()
    const { headers } = await enter(new TestBrowser(t), person(), `${begin}?next=${encodeURIComponent(next)}`)
    expect(headers.location).toBe('/')
  },
)

test('the database holds nothing that would complete a sign-in', async () => {
  const t = await organization()
  const begun = await new TestBrowser(t).request('GET', begin)
  const handle = must(/tagma-flow=(\w+)/.exec(String(begun.headers['set-cookie']))?.[1], 'a cookie is set')
  const asked = new URL(String(begun.headers.location)).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  const rows = JSON.stringify(await readTables(t.app.engine.reader))
  for (const secret of [handle, asked.get('state'), asked.get('nonce'), asked.get('code_challenge')])
    expect(rows).not.toContain(must(secret, 'the address has it'))
})

test('a service that is away is a page, and the sign-in page is there as ever', async () => {
  const gone = await oidcServer()
  const t = await testApp(gone.settings('GONE'))
  await t.given.user('olive', { role: 'owner' })
  await gone.close()
  const browser = new TestBrowser(t)
  const { status, body } = await browser.request('GET', '/accounts/login/social/oidc/gone')
  expect([status, codeOf(body)]).toEqual([503, 'S-0-away'])
  expect((await browser.request('GET', '/login/')).body).toContain('/accounts/login/social/oidc/gone')
})
