import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { beginSecondFactor } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import { confirmSecondFactor } from '@tagma/contract/endpoints/sign-in/confirm-second-factor.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { updateUser as setUser } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addFactor, Authenticator, wrongCode } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'
import type { TestUser } from '#test/given.ts'
import { startLdapServer } from '#test/ldap-server.ts'
import { forgetAddressUndosJob } from './forget-address-undos-job.ts'

const newPassword = 'four words beside the river'

/** Mails since the last look. */
async function mailed(t: TestApp) {
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.slice(already)
}

/** The first link in the newest mail to an address; empty without one. */
async function linkTo(t: TestApp, address: string): Promise<string> {
  const { text = '' } = (await mailed(t)).findLast(({ to }) => to === address) ?? {}
  return /http:\S+\/accounts\/\S+/.exec(text)?.[0] ?? ''
}

/**
 * Changes a user's address, as somebody does who knows their key and password. Returns the user, and the link that the
 * former address gets.
 */
async function changedAddress(
  t: TestApp,
  user: TestUser,
  email: string,
  password = `password of ${user.name}`,
): Promise<{ readonly user: TestUser; readonly link: string }> {
  await t.as(user).call(updateSettings, { email })
  await t.page(await linkTo(t, email), { password })
  return { user: { ...user, email }, link: await linkTo(t, user.email) }
}

const addressOf = (t: TestApp, { id }: TestUser) => t.directory.users.get(id)?.deliveryEmail

/** Number of changed addresses that the organization still can take back. */
const countUndos = async (t: TestApp) =>
  (
    await t.app.services.data.db
      .selectFrom('address_undos')
      .select('token_hash')
      .where('organization_id', '=', t.organizationId)
      .execute()
  ).length

test('a thief who changed address and password loses the account to the link in the former mailbox', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('robot', iris)
  const thief = new TestBrowser(t)
  await thief.request('POST', '/login/', { username: iris.email, password: 'password of iris' })
  const { user: stolen, link } = await changedAddress(t, iris, 'thief@example.com')
  await t.as(stolen).call(updateSettings, {
    old_password: 'password of iris',
    new_password: 'a password of the thief',
  })
  const { token } = await t.as(stolen).call(createAccessToken, {
    name: 'thief',
    scopes: ['messages:read'],
    password: 'a password of the thief',
  })
  const { secret } = await t.as(stolen).call(beginSecondFactor, { password: 'a password of the thief' })
  await t.as(stolen).call(confirmSecondFactor, { code: new Authenticator(t.clock, secret).shown() })
  const form = await t.page(link)
  expect(form).toMatchObject({ status: 200, body: expect.stringContaining('thief@example.com') })
  expect(form.body, 'the step was set up by the thief').not.toContain('name="code"')
  await converge(t, [otto], async () => {
    const undone = await t.page(link, { former: 'password of iris', password: newPassword })
    expect(undone).toMatchObject({ status: 200, body: expect.stringContaining(iris.email) })
  })
  const { api_key } = await t.as().call(fetchApiKey, { username: iris.email, password: newPassword })
  const back = { ...iris, apiKey: api_key }
  expect((await t.as(back).call(getOwnUser, {})).delivery_email).toBe(iris.email)
  expect((await t.as(back).call(getSecondFactor, {})).is_on).toBe(false)
  for (const password of ['password of iris', 'a password of the thief'])
    expect(await t.as().refusal(fetchApiKey, { username: iris.email, password })).toMatchObject({
      code: 'AUTHENTICATION_FAILED',
    })
  for (const apiKey of [iris.apiKey, token])
    expect(await t.as({ ...iris, apiKey }).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect(await t.as(bot).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect((await thief.call('GET', '/users/me')).status).toBe(401)
  const toThief = (await mailed(t))
    .filter(({ to }) => to === 'thief@example.com')
    .map(({ subject }) => subject)
  expect(toThief.at(-1)).toBe(`Your former email address at ${t.directory.organization.name} is back`)
  expect((await t.page(link)).status).toBe(410)
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
  const details = rows.filter(({ action }) => action === 'user.email').map(({ detail }) => detail)
  expect(details).toEqual(['{}', '{"by":"undo"}'])
})

test('the mailbox alone does not take an address back', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { link } = await changedAddress(t, iris, 'new@example.com')
  for (const former of ['', 'wrong', newPassword])
    expect(await t.page(link, { former, password: 'other words beside the river' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('not the password that your account had'),
    })
  expect(await t.page(link, { former: 'password of iris', password: 'password of iris' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('may know this password'),
  })
  expect(await t.page(link, { former: 'password of iris', password: 'short' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('at least 12 characters'),
  })
  expect(addressOf(t, iris)).toBe('new@example.com')
})

test('guessing the former password is limited like any other', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'password_guess=2/3600' })
  const { iris } = await t.given.members('iris')
  const { link } = await changedAddress(t, iris, 'new@example.com')
  const statuses: number[] = []
  for (const former of ['one', 'two', 'password of iris'])
    statuses.push((await t.page(link, { former, password: newPassword })).status)
  expect(statuses).toEqual([400, 400, 429])
})

test('a second factor that was there before the change is asked for', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { phone } = await addFactor(t, iris)
  t.clock.advance({ minutes: 5 })
  const { link } = await changedAddress(t, iris, 'new@example.com')
  const fields = { former: 'password of iris', password: newPassword }
  expect((await t.page(link)).body).toContain('name="code"')
  for (const code of ['', wrongCode(phone)])
    expect((await t.page(link, { ...fields, code })).status).toBe(400)
  expect(addressOf(t, iris)).toBe('new@example.com')
  expect((await t.page(link, { ...fields, code: phone.next() })).status).toBe(200)
  expect(addressOf(t, iris)).toBe(iris.email)
  const withoutCode = await t.as().refusal(fetchApiKey, { username: iris.email, password: newPassword })
  expect(withoutCode, 'the factor is still there').toMatchObject({ code: 'AUTHENTICATION_FAILED' })
})

test('a thief’s second change does not end the owner’s link, and the owner’s undo ends the thief’s', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const first = await changedAddress(t, iris, 'thief@example.com')
  t.clock.advance({ minutes: 1 })
  const second = await changedAddress(t, first.user, 'hidden@example.com')
  const third = { former: 'password of iris', password: 'words of the thief at home' }
  expect((await t.page(second.link, third)).status).toBe(200)
  expect(addressOf(t, iris)).toBe('thief@example.com')
  expect((await t.page(first.link, { former: 'password of iris', password: newPassword })).status).toBe(200)
  expect(addressOf(t, iris)).toBe(iris.email)
  expect((await t.page(second.link)).status).toBe(410)
})

test('a link works for 7 days, then its former password is forgotten', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { link } = await changedAddress(t, iris, 'new@example.com')
  t.clock.advance({ days: 6, hours: 23 })
  expect((await t.page(link)).status).toBe(200)
  await forgetAddressUndosJob.run(t.app.services, t.organizationId)
  expect(await countUndos(t)).toBe(1)
  t.clock.advance({ hours: 1, seconds: 1 })
  expect((await t.page(link)).status).toBe(410)
  await forgetAddressUndosJob.run(t.app.services, t.organizationId)
  expect(await countUndos(t)).toBe(0)
})

test('an address that somebody else has by now stays theirs', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { link } = await changedAddress(t, iris, 'new@example.com')
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.mayChangeEmails(owner)
  const mia = await t.given.user('mia')
  await t.as(owner).call(updateUser, { user_id: mia.id, new_email: iris.email })
  expect(await t.page(link, { former: 'password of iris', password: newPassword })).toMatchObject({
    status: 400,
    body: expect.stringContaining('already in use'),
  })
  expect(addressOf(t, iris)).toBe('new@example.com')
})

test('an account without a password gets no link, because the mailbox would be all that it asks for', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.mayChangeEmails(owner)
  await t.app.services.data.transact(t.organizationId, (tx) => setUser(tx, iris.id, { password_hash: null }))
  await t.as(owner).call(updateUser, { user_id: iris.id, new_email: 'new@example.com' })
  const told = (await mailed(t)).filter(({ to }) => to === iris.email)
  expect(told).toMatchObject([{ text: expect.stringContaining('tell an administrator of the organization') }])
  expect(told[0]?.text).not.toContain('undo_new_email')
})

test('where the directory keeps the password, the page asks for that one', async () => {
  const ldap = await startLdapServer()
  try {
    const t = await testApp(ldap.settings)
    await ldap.add('vera')
    const vera = await t.as().call(fetchApiKey, { username: 'vera', password: 'secret of vera' })
    const owner = await t.given.user('owner', { role: 'owner' })
    await t.given.mayChangeEmails(owner)
    await t.as(owner).call(updateUser, { user_id: vera.user_id, new_email: 'new@example.com' })
    const link = await linkTo(t, 'vera@example.com')
    const form = await t.page(link)
    expect(form.body).toContain('name="username"')
    expect(form.body).not.toContain('name="password"')
    expect((await t.page(link, { username: 'vera', former: 'wrong' })).status).toBe(400)
    expect((await t.page(link, { username: 'vera', former: 'secret of vera' })).status).toBe(200)
    expect(t.directory.users.get(vera.user_id)?.deliveryEmail).toBe('vera@example.com')
  } finally {
    await ldap.stop()
  }
})
