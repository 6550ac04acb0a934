import type { Answer } from '@tagma/contract/define.ts'
import type { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'
import { probeVerified } from './probe-ways-in.ts'

// A service that never says that an address is verified: the doctor and the page of owners say what to do.

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())

/** Each test has a server of its own, because the doctor looks at all organizations of a server. */
let servers = 20
async function organization(more: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const t = await testApp({ ...corp.settings('CORP', more), TAGMA_MAX_UPLOAD_MIB: String(++servers) })
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

async function arrive(
  t: TestApp,
  isVerified: boolean,
  path = '/accounts/login/social/oidc/corp',
): Promise<void> {
  const sub = systemRandom.uuid()
  corp.person({ sub, email: `${sub}@corp.example`, email_verified: isVerified, name: 'Wera' })
  const browser = new TestBrowser(t)
  const { headers } = await browser.request('GET', path)
  const { pathname, search } = await corp.signIn(String(headers.location), sub)
  await browser.request('GET', pathname + search)
}

async function arriveOften(t: TestApp, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await arrive(t, false)
}

const doctor = (t: TestApp) =>
  probeVerified(t.app.services.config, t.app.services.data.db).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )

/** Tells whether the page of owners says that all is well. */
async function verifies(t: TestApp): Promise<boolean | undefined> {
  const owner = await new TestBrowser(t).enter({
    ...(await t.given.user('otto', { role: 'owner' })),
    name: 'otto',
  })
  const { json } = await owner.call('GET', '/tagma/sign_in_services')
  return (json.services as Answer<typeof getSignInServices>['services'])[0]?.verifies
}

test('after twenty sign-ins without a verified address, the doctor says what to write where', async () => {
  const t = await organization()
  const fine = 'The sign-in services verify the addresses of people.'
  await arriveOften(t, 19)
  expect(await doctor(t)).toBe(fine)
  await arrive(t, false)
  const found = await doctor(t)
  expect(found).toContain('corp has said of nobody in its last 20 sign-ins')
  expect(found).toContain('set TAGMA_SIGN_IN_CORP_TRUST_EMAIL=on and TAGMA_SIGN_IN_CORP_DOMAINS')
  expect(found).toContain(t.directory.organization.name)
  expect(await verifies(t)).toBe(false)
  // More of them change nothing; one that is verified begins again.
  await arrive(t, false)
  expect(await doctor(t)).toBe(found)
  await arrive(t, true)
  expect(await doctor(t)).toBe(fine)
  await arriveOften(t, 19)
  expect(await doctor(t)).toBe(fine)
})

test.each<Readonly<Record<string, string>>>([
  { TRUST_EMAIL: 'on', DOMAINS: 'other.example' },
  { CREATE: 'off' },
])('with %j nobody has to do anything', async (settings) => {
  const t = await organization(settings)
  await arriveOften(t, 20)
  expect(await doctor(t)).toBe('The sign-in services verify the addresses of people.')
  expect(await verifies(t)).toBe(true)
})

test('the doctor is content without a service, and with one that was removed from the settings', async () => {
  const t = await organization()
  await arriveOften(t, 20)
  const { db } = t.app.services.data
  expect(await probeVerified({ providers: [] }, db)).toBe('No sign-in service has to verify addresses.')
  const [provider] = t.app.services.config.providers
  const others = provider ? [{ ...provider, name: 'other' }] : []
  expect(await probeVerified({ providers: others }, db)).toContain('verify the addresses')
})
