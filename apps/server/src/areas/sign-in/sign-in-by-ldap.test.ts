import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { type LdapServer, startLdapServer } from '#test/ldap-server.ts'

let ldap: LdapServer
beforeAll(async () => {
  ldap = await startLdapServer()
})
afterAll(async () => ldap.stop())

const key = (t: TestApp, uid: string) =>
  t.as().call(fetchApiKey, { username: uid, password: `secret of ${uid}` })
const login = (browser: TestBrowser, uid: string) =>
  browser.request('POST', '/login/', { username: uid, password: `secret of ${uid}`, next: '/#recent' })
const replaced = (dn: string, type: string, value: string) =>
  ldap.change((client) =>
    client.modify(
      dn,
      new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) }),
    ),
  )

test('whoever takes over another person’s address in LDAP gets their own account, not the other’s', async () => {
  const t = await testApp(ldap.settings)
  await ldap.add('vera')
  const thief = await ldap.add('thief')
  const vera = await key(t, 'vera')
  const before = await key(t, 'thief')
  await replaced(thief, 'mail', 'vera@example.com')
  expect(await key(t, 'thief')).toMatchObject({ user_id: before.user_id, email: 'thief@example.com' })
  // Nor does somebody new with that address.
  await ldap.add('late', { mail: 'vera@example.com' })
  expect(
    (await t.as().refusal(fetchApiKey, { username: 'late', password: 'secret of late' })).message,
  ).toContain('belongs to somebody else in the directory')
  expect((await key(t, 'vera')).user_id).toBe(vera.user_id)
})

test('the first sign-in by LDAP brings a welcome by mail, later ones none', async () => {
  const t = await testApp(ldap.settings)
  await ldap.add('wim')
  await key(t, 'wim')
  await key(t, 'wim')
  await sendMailJob.run(t.app.services, t.organizationId)
  const welcomes = t.mails.filter(
    ({ to, subject }) => to === 'wim@example.com' && subject.startsWith('Welcome to'),
  )
  expect(welcomes).toHaveLength(1)
  await t.given.settings({ send_welcome_emails: false })
  await ldap.add('wout')
  await key(t, 'wout')
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.filter(({ to }) => to === 'wout@example.com')).toEqual([])
})

test('whoever gets another name and address in LDAP keeps their account', async () => {
  const t = await testApp(ldap.settings)
  const dn = await ldap.add('nora')
  const { user_id: id } = await key(t, 'nora')
  await replaced(dn, 'mail', 'nora.neu@example.com')
  await ldap.change((client) => client.modifyDN(dn, 'cn=Nora Neu,ou=people,dc=example,dc=com'))
  expect((await key(t, 'nora')).user_id).toBe(id)
})

test('an entry that was deleted and made again is another person', async () => {
  const t = await testApp(ldap.settings)
  const dn = await ldap.add('otto')
  await key(t, 'otto')
  await ldap.change((client) => client.del(dn))
  await ldap.add('otto')
  expect((await t.as().refusal(fetchApiKey, { username: 'otto', password: 'secret of otto' })).code).toBe(
    'AUTHENTICATION_FAILED',
  )
})

test('an account is linked once its person has proved by mail that it is theirs', async () => {
  const t = await testApp(ldap.settings)
  await ldap.add('paul')
  const { paul } = await t.given.members('paul')
  const browser = new TestBrowser(t)
  const asked = await login(browser, 'paul')
  expect([asked.status, asked.headers.location]).toEqual([303, '/accounts/login/link/'])
  const page = await browser.request('GET', '/accounts/login/link/')
  expect(page.body).toContain('the directory of your organization')
  // The password of the directory is no proof: the address is what is in doubt.
  const guessed = await browser.request('POST', '/accounts/login/link/', { password: 'secret of paul' })
  expect(guessed.body).toContain('This password is wrong.')
  await browser.request('POST', '/accounts/login/link/', { mail: 'on' })
  await sendMailJob.run(t.app.services, t.organizationId)
  const code = /\n\n(\w{8})\n\n/.exec(t.mails.findLast(({ to }) => to === paul.email)?.text ?? '')?.[1]
  const entered = await browser.request('POST', '/accounts/login/link/', { code: code ?? '' })
  expect([entered.status, entered.headers.location]).toEqual([303, '/#recent'])
  expect((await browser.call('GET', '/users/me')).json.user_id).toBe(paul.id)
  expect((await key(t, 'paul')).user_id).toBe(paul.id)
})

test('a person with one password in both places is linked at once', async () => {
  const t = await testApp(ldap.settings)
  await ldap.add('quin', { userPassword: 'password of quin' })
  const { quin } = await t.given.members('quin')
  const entered = await t.as().call(fetchApiKey, { username: 'quin', password: 'password of quin' })
  expect(entered.user_id).toBe(quin.id)
  await t
    .as(quin)
    .call(updateSettings, { old_password: 'password of quin', new_password: 'another one of mine' })
  expect((await t.as().call(fetchApiKey, { username: 'quin', password: 'password of quin' })).user_id).toBe(
    quin.id,
  )
})

test('without the id in the entry nobody signs in by LDAP, and nobody is guessed by address', async () => {
  const t = await testApp({ ...ldap.settings, TAGMA_LDAP_ID_ATTRIBUTE: 'employeeNumber' })
  await ldap.add('rosa')
  expect(await t.as().refusal(fetchApiKey, { username: 'rosa', password: 'secret of rosa' })).toMatchObject({
    code: 'AUTHENTICATION_FAILED',
  })
  expect(await t.app.services.outside.ldap?.problem()).toMatch(/set TAGMA_LDAP_ID_ATTRIBUTE/)
})

test.each([
  [{ TAGMA_LDAP_BIND_PASSWORD: 'wrong' }, /check TAGMA_LDAP_BIND_DN and TAGMA_LDAP_BIND_PASSWORD/],
  [{ TAGMA_LDAP_BASE: 'ou=nowhere,dc=example,dc=com' }, /check TAGMA_LDAP_BASE|finds nobody/],
  [{ TAGMA_LDAP_FILTER: '(title={username})' }, /finds nobody. Check TAGMA_LDAP_BASE and TAGMA_LDAP_FILTER/],
  [{ TAGMA_LDAP_EMAIL_ATTRIBUTE: 'pager' }, /TAGMA_LDAP_EMAIL_ATTRIBUTE/],
  [{ TAGMA_LDAP_URL: 'ldap://127.0.0.1:1' }, /Check TAGMA_LDAP_URL/],
])('a set-up with %j says what to mend', async (settings, sentence) => {
  const t = await testApp({ ...ldap.settings, ...settings })
  expect(await t.app.services.outside.ldap?.problem()).toMatch(sentence)
})
