import { devFetchApiKey } from '@tagma/contract/endpoints/server/dev-fetch-api-key.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { jwtFetchApiKey } from '@tagma/contract/endpoints/server/jwt-fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { insertPasswordReset } from '#store/people/password-resets.ts'
import { testApp } from '#test/app.ts'
import { type LdapServer, startLdapServer } from '#test/ldap-server.ts'

const failed = {
  status: 401,
  code: 'AUTHENTICATION_FAILED',
  message: 'Your username or password is incorrect',
}

let ldap: LdapServer
beforeAll(async () => {
  ldap = await startLdapServer()
})
afterAll(async () => ldap.stop())

const ldapApp = () => testApp(ldap.settings)

test('the right password gets the key, a wrong one gets nothing', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('robot', iris)
  const answer = await t
    .as()
    .call(fetchApiKey, { username: ' IRIS@example.com', password: 'password of iris' })
  expect(answer).toMatchObject({ api_key: iris.apiKey, email: iris.email, user_id: iris.id })
  for (const [username, password] of [
    [iris.email, 'wrong'],
    [iris.email, ''],
    ['nobody@example.com', 'password of iris'],
    [bot.email, ''],
  ] as const)
    expect(await t.as().refusal(fetchApiKey, { username, password })).toMatchObject(failed)
})

test.each([
  [{ username: 'x'.repeat(254) }, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect'],
  [{ username: 'x'.repeat(255) }, 'BAD_REQUEST', 'username is too long (limit: 254 characters)'],
  [{ password: 'x'.repeat(256) }, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect'],
  [{ password: 'x'.repeat(257) }, 'BAD_REQUEST', 'password is too long (limit: 256 characters)'],
])(
  'user names and passwords that nobody can have are refused before they are counted',
  async (part, code, message) => {
    const t = await testApp({ TAGMA_RATE_LIMITS: 'password_guess=1/60' })
    const guess = { username: `${t.host}@example.com`, password: 'wrong', ...part }
    expect(await t.as().refusal(fetchApiKey, guess)).toMatchObject({ code, message })
    t.clock.advance({ seconds: 60 })
  },
)

test('an address that guesses too much leaves no trace of the names it tries', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'password_guess=2/60,password_guess_address=2/60' })
  const guess = (username: string) => t.as().refusal(fetchApiKey, { username, password: 'wrong' })
  await guess('a@example.com')
  await guess('b@example.com')
  for (let turn = 0; turn < 3; turn++)
    expect(await guess('c@example.com')).toMatchObject({ code: 'RATE_LIMIT_HIT' })
  // From elsewhere, the account that was not tried has all its tries left.
  const elsewhere = async () => {
    const response = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/fetch_api_key',
      remoteAddress: '198.51.100.7',
      headers: { host: t.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=c@example.com&password=wrong',
    })
    return response.json().code
  }
  expect([await elsewhere(), await elsewhere()]).toEqual(['AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED'])
  t.clock.advance({ seconds: 60 })
})

test('guesses are limited', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'password_guess=2/60' })
  await t.given.members('iris')
  const guess = () => t.as().refusal(fetchApiKey, { username: 'iris@example.com', password: 'wrong' })
  expect((await guess()).code).toBe('AUTHENTICATION_FAILED')
  expect((await guess()).code).toBe('AUTHENTICATION_FAILED')
  expect(await guess()).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
})

test('with LDAP, the account is made at the first sign-in and found at the next', async () => {
  const t = await ldapApp()
  const settings = await t.as().call(getServerSettings, {})
  expect(settings).toMatchObject({
    require_email_format_usernames: false,
    authentication_methods: { ldap: true, email: true },
  })
  const first = await t.as().call(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  expect(first.email).toBe('mia@example.com')
  const mia = { id: first.user_id, email: first.email, apiKey: first.api_key }
  expect(await t.as(mia).call(getOwnUser, {})).toMatchObject({ full_name: 'Mia Müller', role: 400 })
  const again = await t.as().call(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  expect(again).toMatchObject({ user_id: first.user_id, api_key: first.api_key })
})

test('an account with the address of an LDAP user is not theirs for that, and its own password still works', async () => {
  const t = await ldapApp()
  const { mia } = await t.given.members('mia')
  const refusal = await t.as().refusal(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  expect(refusal.code).toBe('AUTHENTICATION_FAILED')
  expect(refusal.message).toMatch(/Sign in once at http\S+\/login\/ to prove that it is yours/)
  const own = await t.as().call(fetchApiKey, { username: mia.email, password: 'password of mia' })
  expect(own.user_id).toBe(mia.id)
})

test('a password that LDAP keeps is changed there, a password of Tagma here', async () => {
  const t = await ldapApp()
  const { api_key: apiKey, user_id: id } = await t
    .as()
    .call(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  const mia = { id, email: 'mia@example.com', apiKey }
  const change = { old_password: 'secret of mia', new_password: 'something else' }
  expect(await t.as(mia).refusal(updateSettings, change)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Your password is kept in the directory of your organization: change it there.',
  })
  expect(await t.as().call(fetchApiKey, { username: 'mia', password: 'secret of mia' })).toMatchObject({
    user_id: id,
  })
  const iris = await t.given.user('iris')
  await t.as(iris).call(updateSettings, { old_password: 'password of iris', new_password: 'something else' })
  expect(await t.as().call(fetchApiKey, { username: iris.email, password: 'something else' })).toMatchObject({
    user_id: iris.id,
  })
})

test('an LDAP user gets no password by mail, and is told where to change theirs', async () => {
  const t = await ldapApp()
  const iris = await t.given.user('iris')
  const { email } = await t.as().call(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  const already = t.mails.length
  const answers = []
  for (const address of [email, iris.email])
    answers.push((await t.page('/accounts/password/reset', { email: address })).body.replace(address, ''))
  expect(answers[0]).toBe(answers[1])
  await sendMailJob.run(t.app.services, t.organizationId)
  const texts = Object.fromEntries(t.mails.slice(already).map(({ to, text }) => [to, text]))
  expect(texts[email]).toContain('the directory of your organization keeps')
  expect(texts[email]).not.toContain('http')
  expect(texts[iris.email]).toMatch(/http:\S+reset\/\w+/)
})

test('a link from before LDAP was set up gives no password to a user without one', async () => {
  const t = await ldapApp()
  const { user_id } = await t.as().call(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  await t.app.services.data.transact(t.organizationId, (tx) =>
    insertPasswordReset(tx, user_id, 'earlier', tx.now + 3600),
  )
  for (const fields of [undefined, { password: 'one of my own' }])
    expect((await t.page('/accounts/password/reset/earlier', fields)).status).toBe(410)
})

test.each([
  ['mia', 'wrong'],
  ['mia', ''],
  ['nobody', 'secret of mia'],
  ['*', 'secret of mia'],
  ['mia)(uid=*', 'secret of mia'],
  ['two', 'secret of mia'],
])('the LDAP user %s with the password %j is refused', async (username, password) => {
  const t = await ldapApp()
  expect(await t.as().refusal(fetchApiKey, { username, password })).toMatchObject(failed)
})

test('LDAP users with a domain that may not join are refused with the reason', async () => {
  const t = await ldapApp()
  await t.given.settings({ emails_restricted_to_domains: true })
  const refusal = await t.as().refusal(fetchApiKey, { username: 'mia', password: 'secret of mia' })
  expect(refusal.code).toBe('AUTHENTICATION_FAILED')
  expect(refusal.message).toMatch(/Addresses at example.com cannot join/)
})

test('while the LDAP server is down, passwords of accounts still work', async () => {
  const t = await testApp({ TAGMA_LDAP_URL: 'ldap://127.0.0.1:1', TAGMA_LDAP_BASE: 'dc=example,dc=com' })
  const { iris } = await t.given.members('iris')
  const answer = await t.as().call(fetchApiKey, { username: iris.email, password: 'password of iris' })
  expect(answer.user_id).toBe(iris.id)
  expect(await t.as().refusal(fetchApiKey, { username: 'mia', password: 'x' })).toMatchObject(failed)
})

test('the sign-ins for developers and for tokens answer as on a production server', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as().refusal(devFetchApiKey, { username: iris.email })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    message: 'Endpoint not available in production.',
  })
  expect(await t.as().refusal(jwtFetchApiKey, { token: 'a.b.c' })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    message: 'JWT authentication is not enabled for this organization',
  })
})
