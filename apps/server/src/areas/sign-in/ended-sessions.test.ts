import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { reactivateOrganization } from '#areas/organization/deactivate-organization.ts'
import { must } from '#model/must.ts'
import { listSessions } from '#store/people/sessions.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { type BrowserAnswer, TestBrowser } from '#test/browser.ts'
import { endOldSessionsJob } from './end-old-sessions-job.ts'
import { saveSessionUsesJob } from './save-session-uses-job.ts'

const me = (browser: TestBrowser) => browser.call('GET', '/users/me')

/** Registers a queue by session and lets a poll wait at it. */
async function parked(t: TestApp, browser: TestBrowser): Promise<{ poll: Promise<BrowserAnswer> }> {
  const { json } = await browser.call('POST', '/register', { event_types: '["message"]' })
  const before = t.app.services.live.events.load.parked
  const poll = browser.call('GET', '/events', {
    queue_id: String(json.queue_id),
    last_event_id: String(json.last_event_id),
  })
  await expect.poll(() => t.app.services.live.events.load.parked).toBeGreaterThan(before)
  return { poll }
}

async function twoBrowsers() {
  const t = await testApp()
  const olive = await t.given.user('olive', { role: 'owner' })
  const iris = await t.given.user('iris')
  const here = await new TestBrowser(t).enter(iris)
  const there = await new TestBrowser(t).enter(iris)
  return { t, olive, iris, here, there }
}

test('signing out ends the session with its queues, and no other', async () => {
  const { t, iris, here, there } = await twoBrowsers()
  const [ended, other] = [await parked(t, here), await parked(t, there)]
  const copy = new TestBrowser(t)
  copy.cookie = here.cookie
  const { status, headers } = await here.request('POST', '/accounts/logout/')
  expect([status, headers.location]).toEqual([303, '/login/'])
  expect(headers['clear-site-data']).toBe('"cache", "storage"')
  expect(headers['set-cookie']).toContain('Max-Age=0')
  expect(here.cookie).toBeUndefined()
  expect((await me(copy)).json).toMatchObject({ code: 'UNAUTHORIZED' })
  const poll = await ended.poll
  expect([poll.status, poll.json.code]).toEqual([401, 'UNAUTHORIZED'])
  expect((await me(there)).status).toBe(200)
  await t.given.message(iris, [iris])
  expect((await other.poll).json.result).toBe('success')
})

test('another site cannot sign anybody out', async () => {
  const { here } = await twoBrowsers()
  const { status } = await here.request('POST', '/accounts/logout/', {}, { 'sec-fetch-site': 'cross-site' })
  expect(status).toBe(403)
  expect((await me(here)).status).toBe(200)
})

test('a new password ends all sessions but the one that sets it', async () => {
  const { t, here, there } = await twoBrowsers()
  const { poll } = await parked(t, there)
  const change = { old_password: 'password of iris', new_password: 'four quiet green lamps' }
  expect((await here.call('PATCH', '/settings', change)).status).toBe(200)
  expect((await me(here)).status).toBe(200)
  expect((await me(there)).status).toBe(401)
  expect((await poll).json.code).toBe('UNAUTHORIZED')
})

test('a new API key ends no session', async () => {
  const { t, iris, here } = await twoBrowsers()
  await t.as(iris).call(regenerateApiKey, {})
  expect((await me(here)).status).toBe(200)
})

test('a password set by a mailed link ends all sessions', async () => {
  const { t, here, there } = await twoBrowsers()
  await t.page('/accounts/password/reset', { email: 'iris@example.com' })
  await sendMailJob.run(t.app.services, t.organizationId)
  const link = must(
    /\/accounts\/password\/reset\/\w+/.exec(
      t.mails.findLast(({ to }) => to === 'iris@example.com')?.text ?? '',
    ),
    'the mail has a link',
  )[0]
  await t.page(link, { password: 'four quiet green lamps' })
  for (const browser of [here, there]) expect((await me(browser)).status).toBe(401)
})

test('deactivation ends all sessions for good', async () => {
  const { t, olive, iris, here } = await twoBrowsers()
  const { poll } = await parked(t, here)
  await t.as(olive).call(deactivateUser, { user_id: iris.id })
  expect((await me(here)).status).toBe(401)
  expect((await poll).json.code).toBe('USER_DEACTIVATED')
  await t.as(olive).call(reactivateUser, { user_id: iris.id })
  expect((await me(here)).status).toBe(401)
})

test('sessions rest while their organization is deactivated', async () => {
  const { t, olive, here } = await twoBrowsers()
  await t.as(olive).call(deactivateRealm, {})
  expect((await me(here)).json).toMatchObject({ code: 'REALM_DEACTIVATED' })
  await t.app.services.data.transact(t.organizationId, reactivateOrganization)
  expect((await me(here)).status).toBe(200)
})

test('old sessions are removed, and those in use stay', async () => {
  const { t, iris, here, there } = await twoBrowsers()
  const count = async () => (await listSessions(t.app.services.data.db, iris.id)).length
  const sweep = () => endOldSessionsJob.run(t.app.services, t.organizationId)
  t.clock.advance({ days: 13 })
  await me(here)
  await saveSessionUsesJob.run(t.app.services, t.organizationId)
  t.clock.advance({ days: 1, minutes: 21 })
  expect(await count()).toBe(2)
  await sweep()
  expect(await count()).toBe(1)
  expect((await me(there)).status).toBe(401)
  expect((await me(here)).status).toBe(200)
})

test('the last use is written once in ten minutes', async () => {
  const { t, iris, here } = await twoBrowsers()
  const seen = async () =>
    Math.max(...(await listSessions(t.app.services.data.db, iris.id)).map((one) => one.seenAt))
  const save = () => saveSessionUsesJob.run(t.app.services, t.organizationId)
  const start = await seen()
  t.clock.advance({ minutes: 9 })
  await me(here)
  await save()
  expect(await seen()).toBe(start)
  t.clock.advance({ minutes: 1 })
  await me(here)
  expect(await seen()).toBe(start)
  await save()
  expect(await seen()).toBe(start + 600)
})
