import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import type { Mail } from '#ports/mailer.ts'
import { insertDomain } from '#store/organization/allowed-domains.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { hasConfirmedEmail } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'
import { countRows } from '#test/count-rows.ts'
import { forgetSignUpsJob } from './forget-sign-ups-job.ts'

const mailServer = { TAGMA_SMTP_URL: 'smtp://127.0.0.1:1' }
const email = 'mia@example.com'
const mia = { name: 'Mia', password: 'four words beside the river' }

/** An organization that takes people without an invitation. */
async function organization(
  settings: Partial<OrganizationSettings> = {},
  environment: Readonly<Record<string, string>> = mailServer,
): Promise<TestApp> {
  const t = await testApp(environment)
  await t.given.settings({ invite_required: false, ...settings })
  return t
}

/** Sends the mails in the outbox, and returns them. */
async function mailed(t: TestApp): Promise<Mail[]> {
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.slice(already)
}

const linkIn = (mail: Mail | undefined) =>
  new URL(must(/http:\S+\/register\/\w+/.exec(mail?.text ?? '')?.[0], 'the mail has a link')).pathname

/** Asks for an account, and returns the path of the mailed link. */
async function ask(t: TestApp, address = email): Promise<string> {
  expect((await t.page('/register/', { email: address })).status).toBe(200)
  return linkIn((await mailed(t))[0])
}

const restrictTo = (t: TestApp, domain: string) =>
  t.app.services.data.transact(t.organizationId, (tx) => insertDomain(tx, { domain, allowSubdomains: false }))

test('whoever reads mail at an address makes an account with it, and ends where they wanted to go', async () => {
  const t = await organization()
  const owner = await t.given.user('owner', { role: 'owner' })
  const otto = await t.given.user('otto')
  const { name } = t.directory.organization
  const next = '/#narrow/channel/5-general'
  const page = await t.page(`/register/?next=${encodeURIComponent(next)}`)
  expect(page.status).toBe(200)
  expect(page.body).not.toContain('<script')
  const sent = await t.page(`/register/?next=${encodeURIComponent(next)}`, { email: 'MIA@example.com' })
  expect(sent.body).toContain('MIA@example.com')
  expect(t.directory.userByEmail(email), 'nothing is made before the link').toBeUndefined()
  const [mail] = await mailed(t)
  expect(mail).toMatchObject({ to: 'MIA@example.com', subject: `Your account at ${name}` })
  const link = linkIn(mail)

  // In another browser than the one that asked.
  const browser = new TestBrowser(t)
  const form = await browser.request('GET', link)
  expect(form.body).toContain(`<b dir="auto">${email}</b>`)
  await converge(t, [owner, otto], async () => {
    const { status, headers } = await browser.request('POST', link, mia)
    expect([status, headers.location]).toEqual([303, next])
  })
  const { json: me } = await browser.call('GET', '/users/me')
  expect(me).toMatchObject({ full_name: 'Mia', role: 400 })
  expect((await mailed(t)).map(({ to, subject }) => [to, subject.includes(name)])).toEqual([[email, true]])
  const { audit_log } = await t
    .as(owner)
    .call(getAuditLog, { everybody: true, target_kind: 'user', target_id: Number(me.user_id) })
  expect(audit_log.map(({ action, detail }) => [action, detail.method ?? detail.role])).toEqual([
    ['session.opened', 'sign_up'],
    ['user.created', 400],
  ])

  const { api_key, user_id } = await t.as().call(fetchApiKey, { username: email, password: mia.password })
  const newcomer = t.as({ id: user_id, email, apiKey: api_key })
  const { subscriptions } = await newcomer.call(registerQueue, {})
  expect(subscriptions?.map((one) => one.name)).toEqual(['general'])
  const { messages } = await newcomer.call(getMessages, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: [['is', 'dm']],
  })
  expect(messages.map(({ sender_full_name }) => sender_full_name)).toEqual(['Welcome Bot'])
  expect(messages[0]?.content).toContain(`welcome to ${name}`)
  expect(await hasConfirmedEmail(t.app.services.data.db, user_id)).toBe(true)

  const lines = t.securityLines.filter(
    ({ event, target }) => event === 'account.created' && target === user_id,
  )
  expect(lines).toMatchObject([{ actor: user_id, role: 400 }])
  for (const fields of [undefined, mia]) {
    const again = await t.page(link, fields)
    expect([again.status, again.body.includes('This link no longer works')]).toEqual([410, true])
  }
})

test('nobody learns from the answer, or from the work behind it, who has an account', async () => {
  const t = await organization()
  const { owner } = await t.given.everyRole()
  const iris = await t.given.user('iris')
  const gone = await t.given.user('gone')
  const bot = await t.given.bot('helper', iris)
  await t.as(owner).call(deactivateUser, { user_id: gone.id })
  await mailed(t)
  const answers = new Set<string>()
  const work = new Set<string>()
  for (const address of ['new@example.com', iris.email, gone.email, bot.email]) {
    const before = await countRows(t.app.services.data.db)
    const { status, body } = await t.page('/register/', { email: address })
    answers.add(`${status} ${body.replaceAll(address, 'ADDRESS')}`)
    const after = await countRows(t.app.services.data.db)
    work.add(String((after.sign_ups ?? 0) - (before.sign_ups ?? 0)))
  }
  expect(answers.size).toBe(1)
  expect([...work]).toEqual(['1'])

  const mails = await mailed(t)
  expect(mails.map(({ to }) => to)).toEqual(['new@example.com', iris.email, gone.email])
  const [first, second, third] = mails.map(({ text }) => text)
  expect(first).toContain('/register/')
  expect(second).toContain('It has one already.')
  expect(second).toContain(`http://${t.host}/login/`)
  expect(second).toContain(`http://${t.host}/accounts/password/reset`)
  expect(second).not.toContain('/register/')
  expect(third).toContain('It is deactivated.')
  expect(third).not.toContain('/login/')
})

test('an address gets three mails a day, and each of their links works', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const answers = new Set<string>()
  for (let time = 0; time < 5; time++) answers.add((await t.page('/register/', { email })).body)
  for (let time = 0; time < 5; time++) await t.page('/register/', { email: iris.email })
  expect(answers.size, 'the answer does not tell that no mail goes out').toBe(1)
  const mails = await mailed(t)
  expect(mails.map(({ to }) => to)).toEqual([
    ...Array<string>(3).fill(email),
    ...Array<string>(3).fill(iris.email),
  ])
  for (const mail of mails.slice(0, 3)) expect((await t.page(linkIn(mail))).status).toBe(200)
  expect((await t.page(linkIn(mails[0]), mia)).status).toBe(303)
  expect((await t.page(linkIn(mails[2]))).status, 'the other links end with the first').toBe(410)

  t.clock.advance({ days: 1 })
  await mailed(t)
  await t.page('/register/', { email: iris.email })
  expect((await mailed(t)).map(({ to }) => to)).toEqual([iris.email])
})

test.each([
  ['sign_up=2/60', 'mia2@example.com'],
  ['send_mail=2/60', email],
])('with the limit %s, the third wish within a minute waits', async (limit, address) => {
  const t = await organization({}, { ...mailServer, TAGMA_RATE_LIMITS: limit })
  for (const one of [email, limit.startsWith('sign_up') ? 'mia1@example.com' : email])
    expect((await t.page('/register/', { email: one })).status).toBe(200)
  expect(await t.page('/register/', { email: address })).toMatchObject({
    status: 429,
    body: expect.stringContaining('Too many tries'),
  })
  expect(await mailed(t)).toHaveLength(2)
})

test.each([
  ['mia', 'Enter a valid email address.'],
  ['mia@other.example', 'Addresses at other.example cannot join'],
  ['mia@other.example', 'use one at acme.example.'],
  ['mia+1@acme.example', 'Addresses with a + cannot join'],
])('%j comes back with what to change: %s', async (address, problem) => {
  const t = await organization({ emails_restricted_to_domains: true })
  await restrictTo(t, 'acme.example')
  expect((await t.page('/register/')).body).toContain('One at acme.example.')
  const { status, body } = await t.page('/register/', { email: address })
  expect([status, body.includes(problem), body.includes(`value="${address}"`)]).toEqual([400, true, true])
  expect(await mailed(t)).toEqual([])
})

test('throw-away addresses are refused before a mail goes out', async () => {
  const t = await organization()
  expect(await t.page('/register/', { email: 'mia@mailinator.com' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('throw-away'),
  })
  expect(await mailed(t)).toEqual([])
})

test('where joining needs an invitation, pages and links say so and make nothing', async () => {
  const t = await organization()
  const link = await ask(t)
  await t.given.settings({})
  for (const [path, fields] of [
    ['/register/', undefined],
    ['/register/', { email }],
    [link, undefined],
    [link, mia],
  ] as const)
    expect(await t.page(path, fields)).toMatchObject({
      status: 403,
      body: expect.stringContaining('Joining needs an invitation'),
    })
  expect(await mailed(t)).toEqual([])
  expect(t.directory.userByEmail(email)).toBeUndefined()
})

test('without a mail server, nobody makes an account, and the page says why', async () => {
  const t = await organization({}, {})
  for (const fields of [undefined, { email }])
    expect(await t.page('/register/', fields)).toMatchObject({
      status: 403,
      body: expect.stringContaining('This server sends no mail'),
    })
  expect(await mailed(t)).toEqual([])
})

test('a deactivated organization takes nobody', async () => {
  const t = await organization()
  const link = await ask(t)
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { deactivated_at: tx.now }),
  )
  for (const [path, fields] of [
    ['/register/', { email }],
    [link, mia],
  ] as const)
    expect(await t.page(path, fields)).toMatchObject({
      status: 410,
      body: expect.stringContaining('has been deactivated'),
    })
})

test('a link ends after a day, and works in its organization alone', async () => {
  const t = await organization()
  const link = await ask(t)
  const elsewhere = await organization()
  t.clock.advance({ days: 1, seconds: -1 })
  expect((await t.page(link)).status).toBe(200)
  expect((await elsewhere.page(link, mia)).status).toBe(410)
  t.clock.advance({ seconds: 1 })
  for (const path of [link, '/register/nonsense'])
    for (const fields of [undefined, mia])
      expect(await t.page(path, fields)).toMatchObject({
        status: 410,
        body: expect.stringContaining('Ask for another one.'),
      })
})

test('where the address got an account meanwhile, the link says so', async () => {
  const t = await organization()
  const link = await ask(t)
  await t.given.user('mia')
  for (const fields of [undefined, mia])
    expect(await t.page(link, fields)).toMatchObject({
      status: 410,
      body: expect.stringContaining('You have an account already'),
    })
})

test('where the domain is no longer allowed, the link says which are', async () => {
  const t = await organization()
  const link = await ask(t)
  await restrictTo(t, 'acme.example')
  await t.given.settings({ invite_required: false, emails_restricted_to_domains: true })
  for (const fields of [undefined, mia])
    expect(await t.page(link, fields)).toMatchObject({
      status: 403,
      body: expect.stringContaining('use one at acme.example.'),
    })
  expect(t.directory.userByEmail(email)).toBeUndefined()
})

test('a form that is sent from two tabs at once makes one account', async () => {
  const t = await organization()
  const link = await ask(t)
  const answers = await Promise.all([t.page(link, mia), t.page(link, { ...mia, name: 'Other Mia' })])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 410]))
  expect([...t.directory.users.values()].filter((user) => user.deliveryEmail === email)).toHaveLength(1)
})

test.each([
  [{ name: ' ' }, 'Enter a name'],
  [{ password: 'short' }, 'Choose a password of at least 12 characters.'],
  [{ name: 'OTTO' }, 'Unique names required'],
])('%j comes back with what to change, and the link still works', async (change, problem) => {
  const t = await organization({ require_unique_names: true })
  await t.given.user('otto')
  const link = await ask(t)
  const { status, body } = await t.page(link, { ...mia, ...change })
  expect([status, /role="alert">([^<]*)</.exec(body)?.[1]]).toEqual([400, expect.stringContaining(problem)])
  expect(body).toContain(`value="${{ ...mia, ...change }.name}"`)
  expect((await t.page(link, mia)).status).toBe(303)
})

test('an open invitation to the address ends with it, and who invited is told', async () => {
  const t = await organization()
  const { owner, member } = await t.given.everyRole()
  await t.as(member).call(sendInvites, { invitee_emails: email })
  await mailed(t)
  const link = await ask(t)
  const received = await converge(t, [owner, member], async () => {
    expect((await t.page(link, mia)).status).toBe(303)
  })
  expect(received.get(member.id)?.map(({ type }) => type)).toContain('invites_changed')
  expect((await t.as(member).call(getInvites, {})).invites).toEqual([])
})

test('mails are in the language of the browser, or of the account that is there', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  await t.as(iris).call(updateSettings, { default_language: 'en' })
  const otto = await t.given.user('otto')
  await t.as(otto).call(updateSettings, { default_language: 'de' })
  const { name } = t.directory.organization
  for (const address of [email, iris.email])
    await new TestBrowser(t).request('POST', '/register/', { email: address }, { 'accept-language': 'de' })
  await t.page('/register/', { email: otto.email })
  expect((await mailed(t)).map(({ subject }) => subject)).toEqual([
    `Dein Konto bei ${name}`,
    `You have an account at ${name}`,
    `Du hast ein Konto bei ${name}`,
  ])
})

test('the sign-in page offers an account where people can make one', async () => {
  const t = await organization()
  await t.given.user('iris')
  const next = encodeURIComponent('/#inbox')
  expect((await t.page('/login/')).body).toContain('<a href="/register/" id="register">Create an account</a>')
  expect((await t.page(`/login/?next=${next}`)).body).toContain(`<a href="/register/?next=${next}"`)
  await t.given.settings({})
  expect((await t.page('/login/')).body).not.toContain('/register/')
  const mailless = await organization({}, {})
  await mailless.given.user('iris')
  expect((await mailless.page('/login/')).body).not.toContain('/register/')
})

test('whoever is signed in goes where they wanted to go', async () => {
  const t = await organization()
  const browser = await new TestBrowser(t).enter(await t.given.user('iris'))
  const { status, headers } = await browser.request('GET', '/register/', { next: '/#inbox' })
  expect([status, headers.location]).toEqual([303, '/#inbox'])
})

test('guesses of the secret of a link are counted', async () => {
  const t = await organization({}, { ...mailServer, TAGMA_RATE_LIMITS: 'page=2/60' })
  const found = []
  for (let guess = 0; guess < 3; guess++) found.push((await t.page('/register/guess')).status)
  expect([...found, (await t.page('/register/guess', mia)).status]).toEqual([410, 410, 429, 429])
})

test('addresses are forgotten once their links are too old', async () => {
  const t = await organization()
  const kept = async () => {
    await forgetSignUpsJob.run(t.app.services, t.organizationId)
    return (await countRows(t.app.services.data.db)).sign_ups ?? 0
  }
  const before = await kept()
  await ask(t)
  t.clock.advance({ hours: 23 })
  await ask(t, 'otto@example.com')
  expect((await kept()) - before).toBe(2)
  t.clock.advance({ hours: 1 })
  expect((await kept()) - before).toBe(1)
})

test.each([
  ['de-CH, en;q=0.5', 'en', 'de'],
  ['en', 'de', 'en'],
  ['xx', 'de', 'de'],
  ['xx', 'en', 'en'],
])(
  'a browser that asks for %j, in an organization in %s, makes an account in %s',
  async (asked, own, expected) => {
    const t = await organization({ default_language: own })
    const link = await ask(t)
    const browser = new TestBrowser(t)
    const { status } = await browser.request('POST', link, mia, { 'accept-language': asked })
    expect(status).toBe(303)
    expect(t.directory.userByEmail(email)?.settings.default_language ?? 'en').toBe(expected)
  },
)

test.each([
  ['it has none', {}, false],
  ['it has one', mailServer, true],
] as const)('owners learn whether the server has a mail server: %s', async (_, environment, mail) => {
  const t = await organization({}, environment)
  const olive = await t.given.user('olive', { role: 'owner' })
  const browser = await new TestBrowser(t).enter(olive)
  expect((await browser.call('GET', '/tagma/sign_in_services')).json.mail).toBe(mail)
})
