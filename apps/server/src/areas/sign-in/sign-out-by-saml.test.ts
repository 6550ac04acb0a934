import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#ports/clock.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { type AnswerParts, makeCertificate, type SamlServer, samlServer } from '#test/saml-server.ts'

// Whoever signs out here is led to the provider of SAML that signed them in, by a signed request, and back.

let idp: SamlServer
let own: { readonly keyFile: string; readonly certFile: string }
beforeAll(() => {
  idp = samlServer()
  own = makeCertificate(dirname(idp.keyFile), 'party')
})
afterAll(() => idp.close())

async function organization(more: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const trust = { DOMAINS: 'corp.example', TRUST_EMAIL: 'on', CREATE: 'on', LABEL: 'Corp' }
  const keys = { SP_KEY_FILE: own.keyFile, SP_CERT_FILE: own.certFile }
  const t = await testApp(idp.settings('CORP', { ...trust, ...keys, LOGOUT_AT_PROVIDER: 'on', ...more }))
  await t.given.user('olive', { role: 'owner' })
  // The provider lives by the real clock.
  t.clock.advance({ seconds: Math.floor((systemClock.now() - t.clock.now()) / 1000) })
  return t
}

const foreign = { cookie: '', 'sec-fetch-site': 'cross-site', origin: 'https://idp.example' }

/** Signs somebody in by the provider. */
async function enter(t: TestApp, parts: AnswerParts = {}) {
  const { subject = systemRandom.uuid() } = parts
  const attributes = { email: `${subject}@corp.example`, name: 'Wera', ...parts.attributes }
  const browser = new TestBrowser(t)
  const begun = await browser.request('GET', '/accounts/login/social/saml/corp')
  const answer = await idp.answer(String(begun.headers.location), { ...parts, subject, attributes })
  const posted = await browser.request('POST', '/complete/corp/', answer, foreign)
  await browser.request('GET', String(posted.headers.location))
  expect((await browser.call('GET', '/users/me')).status).toBe(200)
  return { browser, subject }
}

const signOut = (browser: TestBrowser, headers: Readonly<Record<string, string>> = {}) =>
  browser.request('POST', '/accounts/logout/', {}, headers)
const pathOf = (url: string) => url.slice(url.indexOf('/', 'https://'.length))
const partyOf = (t: TestApp, subject: string) => ({
  entityId: `http://${t.host}/saml/corp/metadata.xml`,
  logoutUrl: `http://${t.host}/logout/corp/`,
  subject,
  cert: readFileSync(own.certFile, 'utf8'),
})
const requestIn = (location: string) =>
  inflateRawSync(Buffer.from(new URL(location).searchParams.get('SAMLRequest') ?? '', 'base64')).toString()

test('whoever came by SAML is led to the provider to sign out, which takes the signed request and leads back', async () => {
  const t = await organization()
  const { browser, subject } = await enter(t)
  const { status, headers } = await signOut(browser)
  expect(status).toBe(303)
  const location = String(headers.location)
  expect(location.startsWith(`${idp.entityId}/out?SAMLRequest=`)).toBe(true)
  // The session here is over before the provider is asked.
  expect((await browser.call('GET', '/users/me')).status).toBe(401)
  const back = await idp.signOut(location, partyOf(t, subject))
  expect(back.startsWith(`http://${t.host}/logout/corp/?SAMLResponse=`)).toBe(true)
  const ended = await new TestBrowser(t).request('GET', pathOf(back))
  expect([ended.status, ended.headers.location]).toEqual([303, '/login/'])
})

test('the provider refuses a request that was changed, or is for somebody else', async () => {
  const t = await organization()
  const { browser, subject } = await enter(t)
  const location = String((await signOut(browser)).headers.location)
  const stranger = makeCertificate(dirname(idp.keyFile), 'somebody')
  const other = { ...partyOf(t, subject), cert: readFileSync(stranger.certFile, 'utf8') }
  await expect(idp.signOut(location, other)).rejects.toThrow(/[Ss]ignature/)
  await expect(idp.signOut(location, partyOf(t, 'somebody'))).rejects.toThrow(/Invalid Session Participant/)
})

test('a script gets the address as JSON', async () => {
  const t = await organization()
  const { browser } = await enter(t)
  const { status, json } = await signOut(browser, { accept: 'application/json' })
  expect(status).toBe(200)
  expect(String(json.go_to).startsWith(`${idp.entityId}/out?SAMLRequest=`)).toBe(true)
})

test('the request repeats the name as the provider wrote it, also where an attribute is the id', async () => {
  const t = await organization({ ATTRIBUTES: 'id=uid' })
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  const parts = {
    subject: 'wera&co@corp.example',
    format,
    attributes: { uid: 'w-17', email: 'wera@corp.example' },
  }
  const { browser } = await enter(t, parts)
  const xml = requestIn(String((await signOut(browser)).headers.location))
  expect(xml).toContain(`<saml:NameID Format="${format}">wera&amp;co@corp.example</saml:NameID>`)
  expect(xml).toContain('<samlp:SessionIndex>session of wera&amp;co@corp.example</samlp:SessionIndex>')
  expect(xml).toContain(`Destination="${idp.entityId}/out"`)
  expect(xml).toContain(`<saml:Issuer>http://${t.host}/saml/corp/metadata.xml</saml:Issuer>`)
})

test('somebody whom the provider did not sign out everywhere is told so', async () => {
  const t = await organization()
  const { browser, subject } = await enter(t)
  const back = pathOf(
    await idp.signOut(String((await signOut(browser)).headers.location), partyOf(t, subject), true),
  )
  const good = pathOf(
    await idp.signOut(
      String((await signOut((await enter(t, { subject })).browser)).headers.location),
      partyOf(t, subject),
    ),
  )
  for (const path of [
    back,
    // Forged, changed, without a signature.
    good.replace(/Signature=[^&]+/, 'Signature=AAAAAA'),
    good.replace(/&SigAlg=.*/, ''),
    good.replace('SAMLResponse=', 'SAMLResponse=x'),
  ]) {
    const { status, body } = await new TestBrowser(t).request('GET', path)
    expect(status).toBe(200)
    expect(body).toContain('You are signed out here only')
    expect(body).toContain('Corp did not say that you are signed out there too.')
  }
})

test('where the provider has no address for it, and for a session by password, it is the sign-in page', async () => {
  const metadataFile = join(dirname(idp.metadataFile), 'without-logout.xml')
  writeFileSync(metadataFile, idp.metadata.replace(/<SingleLogoutService[^>]+>/, ''))
  const without = await organization({ METADATA_FILE: metadataFile })
  expect((await signOut((await enter(without)).browser)).headers.location).toBe('/login/')
  const t = await organization()
  const mia = await new TestBrowser(t).enter(await t.given.user('mia'))
  expect((await signOut(mia, { accept: 'application/json' })).json).toEqual({ go_to: '/login/' })
})

test('the name stays with a session that a second step or a proof opens', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const subject = systemRandom.uuid()
  const browser = new TestBrowser(t)
  const begun = await browser.request('GET', '/accounts/login/social/saml/corp')
  const answer = await idp.answer(String(begun.headers.location), {
    subject,
    attributes: { email: iris.email },
  })
  const posted = await browser.request('POST', '/complete/corp/', answer, foreign)
  const { headers } = await browser.request('GET', String(posted.headers.location))
  expect(headers.location).toBe('/accounts/login/link/')
  await browser.request('POST', '/accounts/login/link/', { password: 'password of iris' })
  expect(requestIn(String((await signOut(browser)).headers.location))).toContain(`>${subject}</saml:NameID>`)
})

const hasPysaml2 = existsSync('/usr/lib/python3/dist-packages/saml2') && existsSync('/usr/bin/xmlsec1')

/** `.ci/run` brings Debian's python3-pysaml2 and xmlsec1. */
test.skipIf(!hasPysaml2)('pysaml2 takes the request, and its signed answer is taken', async () => {
  const t = await organization()
  const { browser, subject } = await enter(t)
  const metadataFile = join(dirname(idp.keyFile), 'party.xml')
  writeFileSync(metadataFile, (await new TestBrowser(t).request('GET', '/saml/corp/metadata.xml')).body)
  const location = String((await signOut(browser)).headers.location)
  const leave = (query: Readonly<Record<string, string>>) =>
    JSON.parse(
      execFileSync('/usr/bin/python3', [join(import.meta.dirname, '../../../test/saml-idp.py')], {
        input: JSON.stringify({
          entityId: idp.entityId,
          keyFile: idp.keyFile,
          certFile: idp.certFile,
          metadataFile,
          signOnUrl: `${idp.entityId}/sso`,
          signOutUrl: `${idp.entityId}/out`,
          query,
        }),
        stdio: ['pipe', 'pipe', 'ignore'],
      }).toString(),
    ) as {
      readonly isSigned: boolean
      readonly subject: string
      readonly session: string
      readonly location: string
    }
  const query = Object.fromEntries(new URL(location).searchParams)
  const left = leave(query)
  expect(left).toMatchObject({ isSigned: true, subject, session: `session of ${subject}` })
  const ended = await new TestBrowser(t).request('GET', pathOf(left.location))
  expect([ended.status, ended.headers.location]).toEqual([303, '/login/'])
  expect(leave({ ...query, Signature: Buffer.from('forged').toString('base64') }).isSigned).toBe(false)
})
