import type { Answer } from '@tagma/contract/define.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import type { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { systemRandom } from '#ports/random.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'
import { readTables } from '#test/read-tables.ts'

let corp: OidcServer
let other: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
  other = await oidcServer()
})
afterAll(async () => {
  await corp.close()
  await other.close()
})

async function organization(more?: Readonly<Record<string, string>>): Promise<TestApp> {
  const t = await testApp({
    ...corp.settings('CORP', { LABEL: 'Corp', ...more }),
    ...other.settings('OTHER'),
  })
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

const begin = '/accounts/login/social/oidc/corp'

/** Makes a person at the provider. */
function person(claims: Readonly<Record<string, unknown>> = {}, at = corp): string {
  const sub = systemRandom.uuid()
  at.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera Weber', ...claims })
  return sub
}

/** Goes to the provider and signs in there. Returns the address that it leads back to, as a path. */
async function visit(browser: TestBrowser, sub: string, url = begin): Promise<string> {
  const begun = await browser.request('GET', url)
  expect([begun.status, begun.body]).toEqual([303, ''])
  const at = url.includes('/other') ? other : corp
  const { pathname, search } = await at.signIn(String(begun.headers.location), sub)
  return pathname + search
}

/** Signs in by the provider; returns what the last page answers. */
const enter = async (browser: TestBrowser, sub: string, url = begin) =>
  browser.request('GET', await visit(browser, sub, url))

const codeOf = (body: string) => /Code (S-[\w-]+)/.exec(body)?.[1]
const ownName = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).json.full_name

test('the sign-in page has a link to each service of the organization', async () => {
  const t = await organization()
  const { body } = await new TestBrowser(t).request('GET', '/login/?next=/%23recent')
  expect(body).toContain(`<a href="${begin}?next=%2F%23recent">Sign in with <b dir="auto">Corp</b></a>`)
  const elsewhere = await testApp({ ...corp.settings('CORP', { ORGANIZATIONS: 'staff' }) })
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
  expect(json).toMatchObject({ full_name: 'Wera Weber', delivery_email: 'wera@corp.example', role: 400 })
  const sessions = (await browser.call('GET', '/tagma/sessions')).json.sessions
  expect(sessions).toMatchObject([{ methods: ['provider'], is_current: true }])

  corp.person({ sub, email: 'married@corp.example', email_verified: true, name: 'Wera Huber' })
  const again = new TestBrowser(t)
  expect((await enter(again, sub)).status).toBe(303)
  expect((await again.call('GET', '/users/me')).json).toMatchObject({
    user_id: json.user_id,
    delivery_email: 'wera@corp.example',
  })
  expect(again.cookie).not.toBe(browser.cookie)
})

test('an account that the first sign-in makes begins in the language that the browser asks for', async () => {
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
  corp.person({ sub, email: `${sub}@corp.example`, email_verified: true, groups: ['former'] })
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
  other.person({ sub, email: 'two@corp.example', email_verified: true, name: 'Two' })
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
  ['S-0-invalid', (answer) => answer.searchParams.set('iss', other.issuer)],
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

const ownerOf = (t: TestApp) => {
  const {
    id,
    deliveryEmail: email,
    apiKey,
  } = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  return { id, email, apiKey }
}

/** A scene with somebody who has groups at the service. */
async function followed(more: Readonly<Record<string, string>> = {}) {
  const t = await organization({
    GROUPS: 'eng=Engineering, sales-*=*, mine=Ours',
    GROUPS_DENY: 'sales-secret',
    ROLES: 'tagma-admins=administrator, contractors=guest, helpers=moderator',
    ...more,
  })
  const sub = person({ groups: ['eng'] })
  const enterWith = async (groups: unknown, claims: Readonly<Record<string, unknown>> = {}) => {
    corp.person({
      sub,
      email: `${sub}@corp.example`,
      email_verified: true,
      name: 'Wera Weber',
      groups,
      ...claims,
    })
    const browser = new TestBrowser(t)
    expect((await enter(browser, sub)).headers.location).toBe('/')
    const { user_id: id } = (await browser.call('GET', '/users/me')).json
    return must(t.directory.users.get(Number(id)), 'there is an account')
  }
  const namesOf = (id: number) =>
    [...t.directory.groups.values()].flatMap(({ name, members }) => (members.has(id) ? name : [])).toSorted()
  const rowsOf = async () => {
    const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
    return rows.map(({ actor_kind: kind, credential, action, target_kind: target }) =>
      [kind, credential, action, target].join(' '),
    )
  }
  return { t, sub, enterWith, namesOf, rowsOf }
}

test('groups follow those at the service at each sign-in, and nobody else puts people into them', async () => {
  const { t, enterWith, namesOf, rowsOf } = await followed()
  const { otis } = await t.given.members('otis')
  await t.as(otis).call(createUserGroup, { name: 'Ours', description: '', members: [otis.id] })
  const { id } = await enterWith(['eng', 'sales-eu', 'sales-secret', 'mine', 'other', '', 7])
  expect(namesOf(id)).toEqual(['Engineering', 'sales-eu'])
  expect(t.directory.groupByName('ours')?.members).toEqual(new Set([otis.id]))
  expect(t.directory.groupByName('Engineering')).toMatchObject({ managedBy: 'idp:corp' })
  expect(await rowsOf()).toEqual(
    expect.arrayContaining(['idp idp corp group.created group', 'idp idp corp group.members group']),
  )
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const owner = t.as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
  const group = must(t.directory.groupByName('Engineering'), 'it was made')
  const refusal = await owner.refusal(updateUserGroupMembers, { user_group_id: group.id, add: [olive.id] })
  expect(refusal.msg).toContain('follow the service')
  const before = (await rowsOf()).filter((row) => row.includes('group.'))
  await enterWith(['eng', 'sales-eu'])
  expect((await rowsOf()).filter((row) => row.includes('group.'))).toEqual(before)
  await enterWith(['sales-us'])
  expect(namesOf(id)).toEqual(['sales-us'])
  // An empty list empties.
  await enterWith([])
  expect(namesOf(id)).toEqual([])
})

test('a claim that is missing changes nothing, which is noted', async () => {
  const { enterWith, namesOf, rowsOf } = await followed()
  const { id } = await enterWith(['eng', 'helpers'])
  expect((await enterWith(undefined)).role).toBe(roles.moderator)
  expect((await enterWith('eng')).role).toBe(roles.moderator)
  expect(namesOf(id)).toEqual(['Engineering'])
  expect((await rowsOf()).filter((row) => row.includes('absent'))).toEqual([
    'idp idp corp groups.absent user',
    'idp idp corp groups.absent user',
  ])
})

test('a deactivated group stays so, and people leave it all the same', async () => {
  const { t, enterWith, namesOf } = await followed()
  const { id } = await enterWith(['eng'])
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const group = must(t.directory.groupByName('Engineering'), 'it was made')
  await t
    .as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
    .call(deactivateUserGroup, { user_group_id: group.id })
  await enterWith(['eng'])
  expect(t.directory.groups.get(group.id)?.isDeactivated).toBe(true)
  await enterWith([])
  expect(namesOf(id)).toEqual([])
})

test('roles follow groups, and a role that was given here is not taken', async () => {
  const { t, enterWith, namesOf, rowsOf } = await followed()
  // A new account is made with its role: a guest is subscribed to no channel.
  const made = await enterWith(['contractors'])
  expect(made.role).toBe(roles.guest)
  expect(namesOf(made.id)).toEqual([])
  expect((await enterWith(['contractors', 'tagma-admins'])).role).toBe(roles.administrator)
  expect(await rowsOf()).toContain('idp idp corp user.role user')
  // No group gives a role any more, and the service takes the one that it gave.
  expect((await enterWith([])).role).toBe(roles.member)
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const owner = t.as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
  await owner.call(updateUser, { user_id: made.id, role: roles.administrator })
  expect((await enterWith([])).role).toBe(roles.administrator)
  await owner.call(updateUser, { user_id: made.id, role: roles.owner })
  expect((await enterWith(['contractors'])).role).toBe(roles.owner)
})

test('with OWNERS a service makes owners and unmakes them, but for the only one', async () => {
  const { t, enterWith } = await followed({ ROLES: 'bosses=owner, contractors=guest', OWNERS: 'on' })
  const made = await enterWith(['bosses'])
  expect(made.role).toBe(roles.owner)
  expect((await enterWith([])).role).toBe(roles.member)
  expect((await enterWith(['bosses'])).role).toBe(roles.owner)
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  await t
    .as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
    .call(updateUser, { user_id: olive.id, role: roles.member })
  expect((await enterWith(['contractors'])).role).toBe(roles.owner)
})

test('an account that is linked after a proof follows at once', async () => {
  const { t, namesOf } = await followed()
  const iris = await t.given.user('iris')
  const browser = new TestBrowser(t)
  await enter(browser, person({ email: iris.email, groups: ['eng', 'helpers'] }))
  const { status } = await browser.request('POST', '/accounts/login/link/', { password: 'password of iris' })
  expect(status).toBe(303)
  expect(namesOf(iris.id)).toEqual(['Engineering'])
  expect(t.directory.users.get(iris.id)?.role).toBe(roles.moderator)
})

test('who watches learns of new groups, members and roles', async () => {
  const { t, enterWith } = await followed()
  const { otis } = await t.given.members('otis')
  await enterWith([])
  await converge(t, [otis], () => enterWith(['eng', 'helpers']))
  await converge(t, [otis], () => enterWith(['sales-eu']))
})

test('an address follows that of the service only where the settings say so, and tells the former one', async () => {
  const t = await organization({ EMAIL_SYNC: 'on' })
  const sub = person({ email: 'wera@corp.example' })
  await enter(new TestBrowser(t), sub)
  const { iris } = await t.given.members('iris')
  const wera = must(t.directory.userByEmail('wera@corp.example'), 'there is an account')
  const address = async (claims: Readonly<Record<string, unknown>>) => {
    corp.person({ sub, email_verified: true, ...claims })
    expect((await enter(new TestBrowser(t), sub)).headers.location).toBe('/')
    return t.directory.users.get(wera.id)?.deliveryEmail
  }
  expect(await address({ email: 'new@corp.example', email_verified: false })).toBe('wera@corp.example')
  expect(await address({ email: iris.email })).toBe('wera@corp.example')
  expect(await address({})).toBe('wera@corp.example')
  expect(await address({ email: 'Huber@corp.example' })).toBe('Huber@corp.example')
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.filter(({ to }) => to === 'wera@corp.example').at(-1)?.text).toContain('Huber@corp.example')
  expect(await address({ email: 'huber@corp.example' })).toBe('Huber@corp.example')
})

const enterLinked = async (t: TestApp, claims: Readonly<Record<string, unknown>>) => {
  const browser = new TestBrowser(t)
  return { browser, to: (await enter(browser, person(claims))).headers.location }
}

/** Sets a new password by the link in a mail, which shows that the mailbox is theirs. */
async function confirmMailbox(t: TestApp, email: string): Promise<void> {
  const browser = new TestBrowser(t)
  await browser.request('POST', '/accounts/password/reset', { email })
  await sendMailJob.run(t.app.services, t.organizationId)
  const mail = must(
    t.mails.findLast(({ to }) => to === email),
    'a mail was sent',
  )
  const path = must(/\/accounts\/password\/reset\/\w+/.exec(mail.text)?.[0], 'it has a link')
  expect((await browser.request('POST', path, { password: 'a rather long one 7' })).status).toBe(303)
}

test('where the settings trust a verified address, an account whose mailbox was confirmed is linked at once', async () => {
  const t = await organization({ LINK: 'verified-email' })
  const { iris, leo } = await t.given.members('iris', 'leo')
  for (const { email } of [iris, leo]) await confirmMailbox(t, email)
  expect((await enterLinked(t, { email: iris.email, email_verified: false })).to).toBe(
    '/accounts/login/link/',
  )
  const { browser, to } = await enterLinked(t, { email: iris.email.toUpperCase() })
  expect([to, await ownName(browser)]).toEqual(['/', 'iris'])
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.filter((mail) => mail.to === iris.email).at(-1)?.subject).toContain('Corp was connected')
  // The password of an account that is linked goes on.
  const again = new TestBrowser(t)
  await again.request('POST', '/login/', { username: iris.email, password: 'a rather long one 7' })
  expect(await ownName(again)).toBe('iris')
  // Another person of the service with the same address, and the default.
  const namesake = new TestBrowser(t)
  expect(codeOf((await enter(namesake, person({ email: iris.email }))).body)).toBe('S-5-other')
  const strict = await organization()
  const { nina } = await strict.given.members('nina')
  await confirmMailbox(strict, nina.email)
  expect((await enterLinked(strict, { email: nina.email })).to).toBe('/accounts/login/link/')
})

test('an account with a foreign address goes to whoever has the address, and its maker loses everything', async () => {
  const t = await organization({ LINK: 'verified-email' })
  const { iris } = await t.given.members('iris')
  const maker = await new TestBrowser(t).enter(iris)
  const atOther = '/accounts/login/social/oidc/other'
  const foreign = person({ email: iris.email }, other)
  const linking = new TestBrowser(t)
  await enter(linking, foreign, atOther)
  await linking.request('POST', '/accounts/login/link/', { password: 'password of iris' })
  expect((await enter(new TestBrowser(t), foreign, atOther)).headers.location).toBe('/')
  const { browser, to } = await enterLinked(t, { email: iris.email })
  expect([to, await ownName(browser)]).toEqual(['/', 'iris'])
  expect((await maker.call('GET', '/users/me')).status).toBe(401)
  expect((await t.as(iris).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  const again = new TestBrowser(t)
  await again.request('POST', '/login/', { username: iris.email, password: 'password of iris' })
  expect(again.cookie).toBeUndefined()
  expect((await enter(new TestBrowser(t), foreign, atOther)).headers.location).toBe('/accounts/login/link/')
})

test.each(['owner', 'administrator', 'moderator'] as const)(
  'the account of an unconfirmed %s is never linked without a proof',
  async (role) => {
    const t = await organization({ LINK: 'verified-email' })
    const user = await t.given.user('mona', { role })
    expect((await enterLinked(t, { email: user.email })).to).toBe('/accounts/login/link/')
  },
)

const tryPage = '/accounts/login/try/corp'
/** A browser in which the owner is signed in. */
async function ownerIn(t: TestApp) {
  return new TestBrowser(t).enter({ ...ownerOf(t), name: 'olive' })
}
const serviceOf = async (browser: TestBrowser) =>
  (await browser.call('GET', '/tagma/sign_in_services')).json.services as Answer<
    typeof getSignInServices
  >['services']

test('an owner tries a service out: it says what came and what would happen, and nothing changes', async () => {
  const { t, sub } = await followed()
  const browser = await ownerIn(t)
  const cookie = browser.cookie
  const tryAs = async (claims: Readonly<Record<string, unknown>>) => {
    corp.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera <b>', ...claims })
    const { status, body } = await enter(browser, sub, tryPage)
    expect(status).toBe(200)
    return body
  }
  const made = await tryAs({ groups: ['eng', 'helpers'] })
  expect(made).toContain(`Makes an account for Wera &lt;b with the address ${sub}@corp.example.`)
  expect(made).toContain('Role: becomes moderator.')
  expect(made).toContain('Joins: Engineering.')
  expect(made).toContain('<dt><code>name</code></dt><dd dir="auto">Wera &lt;b&gt;</dd>')
  const { iris } = await t.given.members('iris')
  expect(await tryAs({ email: iris.email })).toContain('Asks for a proof of the account of iris')
  expect(await tryAs({ email_verified: false })).toContain('Refused (S-6-unverified)')
  expect(await tryAs({ groups: undefined })).toContain('there is no list in the claim “groups”')
  await browser.call('PATCH', '/settings', { default_language: 'de' })
  const german = await tryAs({ groups: ['eng', 'helpers'] })
  expect(german).toContain('<html lang="de">')
  expect(german).toContain(`Legt ein Konto für Wera &lt;b mit der Adresse ${sub}@corp.example an.`)
  expect(german).toContain('Rolle: wird Moderator.')
  expect(browser.cookie).toBe(cookie)
  expect(t.directory.userByEmail(`${sub}@corp.example`)).toBeUndefined()
  expect((await serviceOf(browser))[0]).toMatchObject({ name: 'corp', accounts: 0, trouble: null })
})

test('only an owner who began it sees what a service says', async () => {
  const t = await organization()
  const member = await new TestBrowser(t).enter(await t.given.user('mia'))
  for (const browser of [new TestBrowser(t), member])
    expect((await browser.request('GET', tryPage)).headers.location).toBe('/login/')
  const browser = await ownerIn(t)
  const answer = await visit(browser, person(), tryPage)
  await browser.request('POST', '/accounts/logout/')
  expect(codeOf((await browser.request('GET', answer)).body)).toBe('S-1-browser')
})

test('owners see each service with its addresses, its last sign-in and its last trouble', async () => {
  const t = await organization({ CREATE: 'off', LABEL: 'Corp' })
  const browser = await ownerIn(t)
  const address = `http://${t.host}`
  expect(await serviceOf(browser)).toMatchObject([
    {
      name: 'corp',
      kind: 'oidc',
      label: 'Corp',
      issuer: corp.issuer,
      answer_url: `${address}/complete/corp/`,
      metadata_url: null,
      sign_out_url: `${address}/backchannel-logout/corp`,
      try_url: `${address}/accounts/login/try/corp`,
      accounts: 0,
      used_at: null,
      trouble: null,
    },
    { name: 'other', trouble: null },
  ])
  await enter(new TestBrowser(t), person())
  expect((await serviceOf(browser))[0]?.trouble).toEqual({
    code: 'S-6-closed',
    text: expect.stringContaining('You have no account here, and Corp makes none.'),
    detail: '',
    timestamp: expect.any(Number),
  })
  await browser.call('PATCH', '/settings', { default_language: 'de' })
  const { text } = (await serviceOf(browser))[0]?.trouble ?? {}
  expect(text).toContain('Du hast hier kein Konto, und über Corp entsteht keines.')
  const answer = new URL(await visit(new TestBrowser(t), person()), 'http://host.invalid')
  await new TestBrowser(t).request('GET', answer.pathname + answer.search)
  // A browser that did not begin the sign-in is no trouble of the service.
  expect((await serviceOf(browser))[0]?.trouble).toMatchObject({ code: 'S-6-closed' })
  const wrong = new TestBrowser(t)
  const altered = new URL(await visit(wrong, person()), 'http://host.invalid')
  altered.searchParams.set('code', 'another')
  await wrong.request('GET', altered.pathname + altered.search)
  expect((await serviceOf(browser))[0]?.trouble).toMatchObject({
    code: 'S-0-invalid',
    detail: expect.stringContaining('invalid_grant'),
  })
  const open = await organization()
  await enter(new TestBrowser(open), person())
  await enter(new TestBrowser(open), person())
  expect((await serviceOf(await ownerIn(open)))[0]).toMatchObject({
    accounts: 2,
    used_at: Math.floor(open.clock.now() / 1000),
  })
  const member = await new TestBrowser(t).enter(await t.given.user('mia'))
  expect((await member.call('GET', '/tagma/sign_in_services')).json.code).toBe('UNAUTHORIZED_PRINCIPAL')
})
