import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { forgetKnownDevice } from '@tagma/contract/endpoints/sign-in/forget-known-device.ts'
import { getKnownDevices } from '@tagma/contract/endpoints/sign-in/get-known-devices.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { updateUser } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { tellOfLogin } from './tell-of-login.ts'

/** Mails about sign-ins since the last look. */
async function told(t: TestApp) {
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.slice(already).filter(({ subject }) => subject.startsWith('New login'))
}

/** Signs iris in from an address with a program that has no cookies. */
async function byProgram(t: TestApp, remoteAddress: string, program = 'ZulipMobile/27.1 (Android)') {
  const { statusCode } = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/fetch_api_key',
    remoteAddress,
    headers: {
      host: t.host,
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': program,
    },
    payload: String(new URLSearchParams({ username: 'iris@example.com', password: 'password of iris' })),
  })
  expect(statusCode).toBe(200)
}

async function byBrowser(browser: TestBrowser) {
  const fields = { username: 'iris@example.com', password: 'password of iris' }
  expect((await browser.request('POST', '/login/', fields)).status).toBe(303)
}

test('a sign-in from a new place or with a new program is told by mail, later ones are not', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  await byProgram(t, '203.0.113.5')
  // Who has just made the account knows that they sign in.
  expect(await told(t)).toEqual([])
  t.clock.advance({ minutes: 2 })
  await byProgram(t, '203.0.113.77')
  await byProgram(t, '203.0.113.5', 'ZulipMobile/28.0 (Android)')
  expect(await told(t)).toEqual([])
  await byProgram(t, '198.51.100.7')
  const [mail, ...rest] = await told(t)
  expect(rest).toEqual([])
  expect(mail).toMatchObject({
    to: iris.email,
    subject: `New login to ${t.directory.organization.name}`,
    unsubscribe: expect.stringContaining(`/unsubscribe/logins/${iris.id}/`),
  })
  expect(mail?.text).toContain('Program: ZulipMobile/27.1 (Android)')
  expect(mail?.text).toContain('Address: 198.51.100.7')
  expect(mail?.text).toContain('/accounts/password/reset')
  await byProgram(t, '198.51.100.7', 'curl/8.14')
  expect(await told(t)).toHaveLength(1)

  // The link ends only these mails.
  await t.page(mail?.unsubscribe ?? '', { 'List-Unsubscribe': 'One-Click' })
  await byProgram(t, '192.0.2.1')
  expect(await told(t)).toEqual([])
  await t.as(iris).call(updateSettings, { enable_login_emails: true })
  await byProgram(t, '192.0.2.99', 'another program')
  expect(await told(t)).toHaveLength(1)
})

test('a browser is known by its cookie, and forgotten after half a year', async () => {
  const t = await testApp()
  await t.given.user('iris')
  t.clock.advance({ minutes: 2 })
  const browser = new TestBrowser(t)
  await browser.request('GET', '/login/')
  await byBrowser(browser)
  expect(await told(t)).toHaveLength(1)
  await byBrowser(browser)
  expect(await told(t)).toEqual([])
  // The same program in the same network, and another browser.
  const other = new TestBrowser(t)
  await other.request('GET', '/login/')
  await byBrowser(other)
  expect(await told(t)).toHaveLength(1)
  t.clock.advance({ days: 181 })
  await byBrowser(browser)
  expect(await told(t)).toHaveLength(1)
})

test('whoever has no password here is told of the service, and not of a page for passwords', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  t.clock.advance({ minutes: 2 })
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateUser(tx, iris.id, { password_hash: null }),
  )
  await tellOfLogin(
    {
      services: t.app.services,
      directory: t.directory,
      now: t.clock.now() / 1000,
      userAgent: 'Firefox',
      address: '192.0.2.1',
    },
    must(t.directory.users.get(iris.id), 'iris has an account'),
  )
  const [mail] = await told(t)
  expect(mail?.text).toContain('at the service or directory that you sign in with')
  expect(mail?.text).not.toContain('/accounts/password/reset')
})

test('devices are listed, and one that is forgotten is new again', async () => {
  const t = await testApp()
  const { ada } = await t.given.members('iris', 'ada')
  t.clock.advance({ minutes: 2 })
  await byProgram(t, '203.0.113.5')
  const browser = new TestBrowser(t)
  await browser.request('GET', '/login/')
  t.clock.advance({ hours: 1 })
  await byBrowser(browser)
  await told(t)
  const listed = await browser.call('GET', '/tagma/known_devices')
  const now = t.clock.now() / 1000
  expect(listed.json.devices).toEqual([
    { id: expect.any(Number), program: 'Firefox on Linux', network: '127.0.0', first_at: now, last_at: now },
    {
      id: expect.any(Number),
      program: 'ZulipMobile/27.1 (Android)',
      network: '203.0.113',
      first_at: now - 3600,
      last_at: now - 3600,
    },
  ])
  const [{ id }] = listed.json.devices as [{ id: number }]
  // To others it is as if there were no such device.
  expect(await t.as(ada).refusal(forgetKnownDevice, { device_id: id })).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await t.as(ada).call(getKnownDevices, {})).devices).toEqual([])
  await told(t)
  expect((await browser.call('DELETE', `/tagma/known_devices/${id}`)).status).toBe(200)
  expect((await browser.call('DELETE', `/tagma/known_devices/${id}`)).status).toBe(400)
  await byBrowser(browser)
  expect(await told(t)).toHaveLength(1)
})
