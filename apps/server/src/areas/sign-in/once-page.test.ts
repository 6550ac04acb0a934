import { expect, test } from 'vitest'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp } from '#test/app.ts'
import { addFactor } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import { makeOnceLink } from './make-once-link.ts'

const isIn = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).status === 200

async function scene() {
  const t = await testApp()
  const olive = await t.given.user('olive', { role: 'owner' })
  const link = async () =>
    new URL(await makeOnceLink(t.app.services, t.directory.organization, olive)).pathname
  return { t, olive, link }
}

test('a link of the command signs an owner in once, and looking at it does not use it up', async () => {
  const { t, olive, link } = await scene()
  const path = await link()
  const browser = new TestBrowser(t)
  expect((await browser.request('GET', path)).body).toContain('<b dir="auto">olive</b>')
  expect(await isIn(browser)).toBe(false)
  expect((await browser.request('POST', path)).headers.location).toBe('/')
  expect(await isIn(browser)).toBe(true)
  const { json } = await browser.call('GET', '/tagma/sessions')
  expect(json.sessions).toMatchObject([{ methods: ['command'] }])
  expect((await new TestBrowser(t).request('POST', path)).status).toBe(410)
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
  expect(rows).toContainEqual(
    expect.objectContaining({ action: 'session.link', actor_kind: 'command', target_id: olive.id }),
  )
})

test('it ends after ten minutes, other sites cannot send it, and it does not stand for the second factor', async () => {
  const { t, olive, link } = await scene()
  const late = await link()
  const foreign = await new TestBrowser(t).request('POST', late, {}, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  t.clock.advance({ minutes: 10 })
  expect((await new TestBrowser(t).request('GET', late)).status).toBe(410)
  expect((await new TestBrowser(t).request('POST', late)).status).toBe(410)

  const { phone } = await addFactor(t, olive)
  const browser = new TestBrowser(t)
  const next = (await browser.request('POST', await link())).headers.location
  expect(next).toBe('/accounts/login/second-factor/')
  expect(await isIn(browser)).toBe(false)
  await browser.request('POST', String(next), { code: phone.next() })
  expect(await isIn(browser)).toBe(true)
})
