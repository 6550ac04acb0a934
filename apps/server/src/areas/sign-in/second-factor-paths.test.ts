import { addPasskey } from '@tagma/contract/endpoints/sign-in/add-passkey.ts'
import { beginPasskey } from '@tagma/contract/endpoints/sign-in/begin-passkey.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { addFactor, type Authenticator, wrongCode } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import {
  isIn,
  linked,
  organizationWithProviders as organization,
  prepared,
  startProviders,
  stopProviders,
  visitTrusted,
  ways,
} from '#test/ways-in.ts'

// Every way in for which a password, a mailbox or a provider's word is enough, with and without a second factor.

beforeAll(startProviders)
afterAll(stopProviders)

const path = '/accounts/login/second-factor/'
const password = 'password of iris'

type Codes = Awaited<ReturnType<typeof addFactor>>
const codes: readonly (readonly [
  name: string,
  of: (factor: { phone: Authenticator; recoveryCodes: Codes['recoveryCodes'] }) => string | undefined,
  isLetIn: boolean,
])[] = [
  ['no code', () => undefined, false],
  ['an empty code', () => '  ', false],
  ['a wrong code', ({ phone }) => wrongCode(phone), false],
  ['the code that confirmed the factor', ({ phone }) => phone.shown(), false],
  ['a code of yesterday', ({ phone }) => phone.shown(-2880), false],
  ['the right code', ({ phone }) => phone.next(), true],
  ['a recovery code', ({ recoveryCodes }) => recoveryCodes[3], true],
]

const names = Object.keys(ways)

test.each(names)('%s: without a second factor, nobody is asked for one', async (name) => {
  const place = await organization()
  await prepared[name]?.(place.t)
  expect(await ways[name]?.({ ...place, code: undefined })).toBe(true)
})

test.each(names.flatMap((name) => codes.map(([code, of, isLetIn]) => ({ name, code, of, isLetIn }))))(
  '$name, $code: in is $isLetIn',
  async ({ name, of, isLetIn }) => {
    const place = await organization()
    await prepared[name]?.(place.t)
    const factor = await addFactor(place.t, place.iris)
    expect(await ways[name]?.({ ...place, code: of(factor) })).toBe(isLetIn)
  },
)

/** Ways that lead to the page of the second step, on which a passkey answers. */
const byPage = new Set(names.filter((name) => !/fetch_api_key|token|new API key|mail|linked/i.test(name)))

const passkeyRows = names.flatMap((name) => [
  { name, given: 'nothing', isLetIn: false },
  { name, given: 'a code of six digits', isLetIn: false },
  { name, given: 'the passkey of somebody else', isLetIn: false },
  { name, given: 'the passkey', isLetIn: byPage.has(name) || name === 'a JSON Web Token' },
  { name, given: 'a recovery code', isLetIn: true },
])

test.each(passkeyRows)('$name, with a passkey as the only factor, $given: in is $isLetIn', async (row) => {
  const place = await organization()
  const { t, iris } = place
  await prepared[row.name]?.(t)
  const device = new PasskeyDevice(`http://${t.host}`)
  const { options } = await t.as(iris).call(beginPasskey, { password })
  const made = await t.as(iris).call(addPasskey, { name: 'Laptop', passkey: device.create(options) })
  const other = new PasskeyDevice(`http://${t.host}`)
  other.create(options)
  const code = must(
    new Map<string, string | PasskeyDevice>([
      ['nothing', '  '],
      ['a code of six digits', '123456'],
      ['the passkey of somebody else', other],
      ['the passkey', device],
      ['a recovery code', made.recovery_codes[2] ?? ''],
    ]).get(row.given),
    'the row is known',
  )
  expect(await ways[row.name]?.({ ...place, code: row.given === 'nothing' ? undefined : code })).toBe(
    row.isLetIn,
  )
})

test('a provider that asks for second factors itself is not followed by another one', async () => {
  const { t, iris } = await organization()
  const sub = await linked(t, 'trusted')
  await addFactor(t, iris)
  const browser = new TestBrowser(t)
  expect((await visitTrusted(browser, sub)).headers.location).toBe('/')
  expect(await isIn(browser)).toBe(true)
})

test('the session says by what it was opened, and signing in leads where one wanted to go', async () => {
  const { t, iris } = await organization()
  const { phone } = await addFactor(t, iris)
  const browser = new TestBrowser(t)
  const fields = { username: 'iris@example.com', password, next: '/#recent' }
  const first = await browser.request('POST', '/login/', fields)
  expect([first.status, first.headers.location, browser.cookie]).toEqual([303, path, undefined])
  const second = await browser.request('POST', path, { code: phone.next() })
  expect([second.status, second.headers.location]).toEqual([303, '/#recent'])
  // Without “Keep me signed in”.
  expect(second.headers['set-cookie']).not.toContain('Max-Age')
  const { json } = await browser.call('GET', '/tagma/sessions')
  expect(json.sessions).toContainEqual(
    expect.objectContaining({ is_current: true, methods: ['password', 'code'] }),
  )
  expect((await browser.request('POST', path, { code: phone.next() })).status).toBe(410)
})

test('five wrong codes end the sign-in, ten minutes do, and another browser cannot go on with it', async () => {
  const { t, iris } = await organization()
  const { phone } = await addFactor(t, iris)
  const first = async () => {
    const browser = new TestBrowser(t)
    await browser.request('POST', '/login/', { username: 'iris@example.com', password })
    return browser
  }
  const guesser = await first()
  for (const status of [200, 200, 200, 200, 410])
    expect((await guesser.request('POST', path, { code: wrongCode(phone) })).status).toBe(status)
  expect((await guesser.request('POST', path, { code: phone.next() })).status).toBe(410)

  const slow = await first()
  t.clock.advance({ minutes: 11 })
  expect((await slow.request('POST', path, { code: phone.next() })).status).toBe(410)

  expect((await new TestBrowser(t).request('GET', path)).status).toBe(410)
  const foreign = await (
    await first()
  ).request(
    'POST',
    path,
    { code: phone.next() },
    {
      'sec-fetch-site': 'cross-site',
    },
  )
  expect(foreign.status).toBe(403)
})
